"""The catalogue of diagnostics: what each code means, with an example and the mend."""

from titleworks.compiler.diagnostics import Explanation as E

CODES: dict[str, E] = {
    "S001": E(
        "File too large",
        "A source file holds at most a million bytes.",
        "(a file of 10 MB)",
        "put the map into a catalogue and `include:` it",
    ),
    "S002": E(
        "Not UTF-8",
        "Title files are UTF-8 text; the place is the first byte that is none.",
        "(a file saved as Latin-1)",
        "save the file as UTF-8",
    ),
    "S003": E(
        "Line too long",
        "A line has at most 2,000 characters.",
        "tiles: 1, 2, 3, ... (very long)",
        "end the line in a comma and go on, indented, in the next",
    ),
    "S004": E(
        "Tab",
        "Indentation says what belongs to what, so it is made of blanks only.",
        "grid:\\n<tab>75 80",
        "grid:\\n    75 80",
    ),
    "S005": E(
        "NUL character", "The file holds a character that no text has.", "(binary data)", "open and save it as text"
    ),
    "S006": E(
        "Crooked indentation",
        "Lines that stand side by side begin in the same column.",
        "MF\n    income: 5\n  closing allowed: no",
        "MF\n    income: 5\n    closing allowed: no",
    ),
    "S007": E(
        "Too many levels", "Lines are indented at most 40 levels deep.", "(41 levels)", "a title needs about four"
    ),
    "S008": E(
        "Heading inside",
        "A heading begins in the first column; `#` does not begin a comment.",
        "    # my note",
        "    -- my note",
    ),
    "S009": E(
        "Line of no known form",
        "Answers are `name: value`, rows have bars, rules begin with `when` and have a colon.",
        "bank 7000",
        "bank: 7000",
    ),
    "S010": E(
        "Cannot read",
        "A lexeme is a word, a name, a number, a percentage, a series or a text in quotes.",
        "price >= 100",
        "price at least 100",
    ),
    "S011": E(
        "Unexpected word",
        "The words do not form a value, a condition or a sentence.",
        "income: 50 if phase is 3 or 4",
        "income: 50 if phase in (3, 4)",
    ),
    "S012": E(
        "Too many brackets", "Brackets are nested at most 64 deep.", "((((...))))", "give a part a name in the Glossary"
    ),
    "S013": E(
        "Sentence out of pattern",
        "Each verb has a pattern of its own; the message shows it.",
        "pay 20 to bank",
        "pay 20 from owner to bank",
    ),
    "S014": E(
        "Row without table",
        "A table begins with a row that names its columns.",
        "2 | 420 | 25",
        "players | cash | certificate limit\n2       | 420  | 25",
    ),
    "S015": E(
        "One bar too many",
        "A row has at most as many cells as its table has columns.",
        "name | price\nTR | 20 | 5",
        "name | price | income\nTR | 20 | 5",
    ),
    "L001": E(
        "File not found",
        "An included catalogue or extended title is neither beside the file nor in the package.",
        "include: common tyles",
        "include: common tiles",
    ),
    "L002": E(
        "Extends itself",
        "A title cannot stand on itself, directly or through others.",
        "extends: mine   (in mine.18xx)",
        "extends: valley",
    ),
    "L003": E("Too many files", "A title is read from at most 30 files.", "(31 includes)", "merge catalogues"),
    "L004": E(
        "No catalogue",
        "Tiles of the supply are counted, but nothing says how they look: no row of the title, and no catalogue.",
        "tiles: 7 x4, 8 x8, 9 x7, 57 x3   (without a line `include:`)",
        "include: common tiles",
    ),
    "L005": E(
        "Another version",
        "The title is written in a version of the language that this build does not read.",
        "language: 99",
        "language: 1",
    ),
    "N001": E("Unknown name", "No thing, word or parameter of this name is known here.", "rusts on: 44", "rusts on: 4"),
    "N002": E(
        "Name of several things",
        "A train, a phase and a tile may have one name; where nothing tells which is meant, say its kind.",
        "close TR",
        "close private TR",
    ),
    "N003": E(
        "No such attribute",
        "What stands before `of` is not an attribute of what stands behind it.",
        "prise of company",
        "price of company",
    ),
    "N004": E("Unknown verb", "A sentence begins with one of the verbs of the reference.", "shut TR", "close TR"),
    "N005": E(
        "Misspelt heading",
        "A heading near to a known one is an error; own headings are marked `##`.",
        "# Privats",
        "# Privates",
    ),
    "N006": E(
        "Unknown column",
        "The table knows no such column; questions about its things may be columns too.",
        "name | prize",
        "name | price",
    ),
    "N007": E(
        "Name given twice",
        "Names are unique within a kind.",
        "two rows `TR` under # Companies",
        "give one of them another symbol",
    ),
    "N008": E(
        "Unknown question",
        "The head of an answer is a question of the game.",
        "dividend moves: right 1",
        "dividend move: right 1",
    ),
    "N009": E(
        "Unknown head answer",
        "Before the first heading stand language, title, name, players, bank, include, extends, removed.",
        "player: 2 to 6",
        "players: 2 to 6",
    ),
    "N010": E(
        "Unknown round or step",
        "The course of play names rounds, a turn names steps of the reference.",
        "opening: waterfal auction",
        "opening: waterfall auction",
    ),
    "N011": E(
        "Unknown event",
        "After `when` stands an event of the reference.",
        "when private buyed: close this",
        "when private bought: close this",
    ),
    "N012": E(
        "Unknown moment", "After `during` stand moments: rounds, turns, steps, events.", "during tracks", "during track"
    ),
    "N013": E(
        "Nobody",
        "A power belongs to owner, owning player, owning company, operator, or somebody of its event.",
        "anybody may build ...",
        "owning player may build ...",
    ),
    "N014": E(
        "Nothing to remove",
        "`removed:` names things, sections, options, words or named rules of the title that is extended.",
        "removed: 8",
        "removed: train 8",
    ),
    "N015": E(
        "Word of the language",
        "A word of the Glossary must not be a question or a kind of thing, or lines would change their meaning.",
        "price of player: 10",
        "fee of player: 10",
    ),
    "N016": E(
        "Word of another kind",
        "Lines of the extended title use the word: what says it anew holds the same kind of thing.",
        "ports: 4   (in the extended title: ports: (A5, B7))",
        "ports: (A5, C9)",
    ),
    "N017": E(
        "Name one slip away",
        "A rule or power of a variant replaces that of the same name; under another name both are there.",
        "when game starts as draw charter: ...",
        "when game starts as draw charters: ...",
    ),
    "T001": E("Wrong type", "A value of another type is expected here.", "income: floated", "income: 50 if floated; 0"),
    "T002": E("Not comparable", "The two sides of a comparison are of different sorts.", "price is TR", "price is 100"),
    "T003": E(
        "Cell of wrong form", "The cell does not hold what its column asks for.", "count: many", "count: unlimited"
    ),
    "T004": E(
        "Print of wrong form",
        "A note of a tile or hex is a colour, a stop, track or a mark.",
        "white, mountin 80",
        "white, mountain 80",
    ),
    "T005": E("Market cell of wrong form", "A cell is a price, with the letters of its zones.", "100-p", "100p"),
    "T006": E(
        "Out of range",
        "The value is outside what a game can hold.",
        "tokens: 0, 99999999999",
        "tokens: 0, 100",
    ),
    "T007": E(
        "Not a name",
        "Names of things begin with a capital letter or a digit; words in lower case belong to the language.",
        "awa | K8",
        "AWA | K8",
    ),
    "T008": E(
        "Not known at the start",
        "Whether a thing is in the game depends on the number of players and on options only.",
        "in play: phase at least 3",
        "in play: players at least 3",
    ),
    "T009": E(
        "Not whole",
        "Money is whole; what may be a fraction says how it is rounded.",
        "income: half of price",
        "income: half of price rounded up",
    ),
    "T010": E(
        "Not one of the words",
        "The answer is one of a few words, which the message lists.",
        "order: sell-sell-buy",
        "order: sell-buy-sell",
    ),
    "T011": E(
        "Not a gauge",
        "A condition over gauges names broad, narrow, dual, or a gauge of the trains.",
        "leg allowed: narow not in gauges of leg",
        "leg allowed: narrow not in gauges of leg",
    ),
    "T012": E(
        "No list, or a list of others",
        "Shuffle, put, swap and remove ... from change a list: companies, privates, or a list of the glossary.",
        "swap NR with item 2 of privates",
        "swap NR with item 2 of companies",
    ),
    "M001": E(
        "Not 100 %", "The certificates of a company add up to 100 %.", "20 president, 10 x7", "20 president, 10 x8"
    ),
    "M002": E(
        "Case never reached",
        "A case without `if` always holds, so it is the last.",
        "income: 50; 30 if phase is 3",
        "income: 30 if phase is 3; 50",
    ),
    "M003": E("Something missing", "The thing cannot be without this.", "a train without a price", "add the cell"),
    "M004": E(
        "Answered twice",
        "One question, two answers of one rank: neither would be known to count.",
        "bank: 7000 ... bank: 8000",
        "remove one",
    ),
    "M005": E(
        "Not about this",
        "The answer is about another sort of thing, so in this paragraph it would mean nothing.",
        "TR\n    lay allowed: hex is not K4",
        "TR\n    while owner is not a company: lay allowed: no if hex is K4; usual",
    ),
    "M010": E("Head incomplete", "A title says its name and for how many it is.", "(no players:)", "players: 2 to 6"),
    "M011": E(
        "Question without answer",
        "Some questions have no default: bank, cash, certificate limit, train limit, tiles.",
        "(no bank:)",
        "bank: 12000",
    ),
    "M012": E(
        "No rounds",
        "The course of play says which rounds a set has.",
        "(no every set:)",
        "every set: stock round, operating rounds",
    ),
    "M013": E(
        "Part missing", "A game needs trains, phases, companies, a map and a market.", "(no # Trains)", "# Trains ..."
    ),
    "M014": E(
        "Player count without numbers",
        "Every number of players needs cash and a certificate limit.",
        "players: 2 to 6, rows for 2 to 5",
        "add a row for 6",
    ),
    "M020": E(
        "Trains out of order",
        "A train rusts on one that is sold after it; a trade-in is less than the price.",
        "4 rusts on 2",
        "2 rusts on 4",
    ),
    "M021": E(
        "Phase never starts",
        "Every phase but the first begins with the first train of a kind, and a kind starts one phase.",
        "a phase with a blank `starts with`",
        "starts with: 5",
    ),
    "M022": E("Home missing", "A company needs a home hex with a city.", "home: B5 (plain track)", "home: E2"),
    "M023": E(
        "One-sided border", "A wall or line is printed on both hexes it parts.", "E7: wall 5, F8: nothing", "F8: wall 2"
    ),
    "M024": E(
        "Hex out of place",
        "Letters and numbers of neighbouring hexes follow one pattern.",
        "A1 beside A2 and A3",
        "A1, A3, B2",
    ),
    "M025": E(
        "Tile without upgrade",
        "Tiles of the next colour with the same stops exist, but none keeps this track.",
        "yellow 5 without a green tile for it",
        "add one, or leave it: this is a warning",
    ),
    "M026": E(
        "Unknown word of a series",
        "A value series goes by colours, phases and trains.",
        "series: yelow, brown",
        "series: yellow, brown",
    ),
    "M027": E(
        "No par price",
        "Companies start at cells of the zone par, unless `par prices` says otherwise.",
        "100 110",
        "100p 110",
    ),
    "M028": E("Lonely cell", "A cell of the market has a neighbour to move to.", "75 _ 80", "75 80"),
    "M030": E("Unused", "Nothing uses this word or definition.", "ports: A5, B7", "use it or remove it"),
    "M031": E(
        "Empty option",
        "The option changes nothing.",
        "# Option fast",
        "write below it, indented under a section's name, what changes",
    ),
    "M032": E(
        "Circle",
        "To know this one would have to know it already.",
        "a of company: b of company / b of company: a of company",
        "break the circle",
    ),
    "M033": E(
        "Auction without privates",
        "The opening sells privates, and there are none.",
        "opening: waterfall auction",
        "opening: none",
    ),
    "M034": E(
        "Gauge outside the table",
        "A title that lists its gauges draws no others: nothing would say what such track joins.",
        "gray, 0n-3n (the table has broad and dual)",
        "add a row: narrow | narrow, dual | narrow, dual",
    ),
    "M035": E("Gauge without track", "No tile and no hex has track of this gauge.", "narrow | dual", "leave it out"),
    "M036": E(
        "Zone without cells",
        "A zone is the cells of the chart with its letter; without them nothing is ever in it.",
        "z | last par   (no price with a z)",
        "216z",
    ),
    "M037": E(
        "Par cell that is shut",
        "What `entry allowed` says never lets a marker move there, in no phase.",
        "entry allowed: par not in zones of cell",
        "entry allowed: par not in zones of cell or phase at least 4",
    ),
    "M038": E(
        "Place outside a list",
        "Places are counted from 1, and a list has no more of them than things.",
        "remove item 9 of companies   (of 6)",
        "remove item 6 of companies",
    ),
    "M039": E(
        "Option never chosen",
        "What an option needs and what it excludes may not be the same, directly or through others.",
        "requires: bonds / excludes: bonds",
        "take one of the two away",
    ),
    "M040": E(
        "Options in a circle",
        "Options that need each other can only be chosen together.",
        "fast requires slow, slow requires fast",
        "make them one option",
    ),
    "M041": E(
        "Row for other players",
        "The title is not for so many players, so the row is never looked at.",
        "players: 2 to 4, and a row for 6",
        "players: 2 to 6",
    ),
    "M042": E(
        "Event that nothing comes of",
        "An event of the title's own is announced by a sentence and heard by a rule or a power.",
        "event | about: flood | hex, and no `announce flood`",
        "when tile laid if hex is B2: announce flood for hex",
    ),
    "M043": E(
        "Power that is never used",
        "A power for a step is used while the turn comes to that step, one for a round of choices in that round.",
        "major may once a turn acquire during power acquire: ..., and no step `power acquire`",
        "write `power acquire` in the table of steps",
    ),
    "M044": E(
        "Tokens that are never placed",
        "Tokens of an area of the title's own need a rule or power that places or moves them.",
        "tokens: 0, 40 exchnge",
        "tokens: 0, 40 exchange",
    ),
    "M045": E(
        "Choice that is never offered",
        "What a choice from texts is compared with must be one of the texts.",
        'choose way from "token", "money"  /  if way is "mony": ...',
        'if way is "money": ...',
    ),
}
