"""How records write the use of powers."""

#: How records write the use of a power that is a choice: type of the action -> the field that holds what was chosen.
RECORD_FORMS = {
    "choose": "choice",
    "choose_ability": "choice",
    "assign": "target",
    "merge": "corporation",
    "special_buy": "description",
    "combined_trains": "base",
    "destination_connection": None,
    "buy_token": "city",
    "take_loan": "loan",
    "payoff_loan": "loan",
    "payoff_debt": None,
    "payoff_player_debt": None,
}

#: Forms whose actions may also say what the power asks next -> the field.
SECOND_CHOICES = {"combined_trains": "additional_train_variant"}
