"""Relations between rows that no golden hand can show, and why (see test_exclusions.py and mutate.py)."""

NEVER_TOGETHER = {
    # events
    **dict.fromkeys(
        (
            "kong_on_kong: excludes flower_replacement",
            "kong_on_kong: excludes kong_replacement",
            "robbed_kong_on_kong: excludes flower_replacement",
            "robbed_kong_on_kong: excludes kong_replacement",
        ),
        "a win is on one replacement: the last one decides (V1-g2 Events, V3-7)",
    ),
    # waits
    **dict.fromkeys(
        ("only_wait: pool wait", "single_wait: pool wait", "two_pairs_wait: pool wait"),
        "one kind waits, or more than one; a pung was completed, or a chow or pair (V1-g2 Waits)",
    ),
    # tiles
    **dict.fromkeys(
        ("full_flush: excludes half_flush", "all_honours: excludes half_flush"),
        "混一色 has number tiles and honours, 清一色 and 清字一色 have not both",
    ),
    "full_flush: excludes one_suit_missing": "缺一門 is exactly two suits (V1-g2 Definitions)",
    **dict.fromkeys(
        (
            "all_honours: excludes mixed_terminals",
            "all_honours: excludes mixed_outside_hand",
            "all_terminals: excludes mixed_terminals",
            "all_terminals: excludes mixed_outside_hand",
        ),
        "混么 and 全帶么 with honours have number tiles and honours (V1-g2 Definitions)",
    ),
    "all_honours: excludes pure_outside_hand": "全帶么 without honours has a 1 or 9 in every group",
    "mixed_terminals: excludes pure_outside_hand": "混么 has a group of honours, which holds no 1 or 9",
    **dict.fromkeys(
        ("thirteen_orphans: excludes all_terminals", "sixteen_unrelated: excludes all_terminals"),
        "the seven honours are in the shape (V1-g2 Special shapes)",
    ),
    "sixteen_unrelated: excludes mixed_terminals": "of three ranks of a suit one at least is no 1 or 9",
    # groups
    "terminal_pungs: family pung": "111 and 999 of a suit are neither brothers nor sisters, nor part of such",
    "seven_consecutive_pairs: once": "seven pairs are one run at most",
    # V2
    "four_kongs: once": "at most four kongs are made in one hand (V2-5)",
    **dict.fromkeys(
        ("human_win: excludes self_drawn", "human_win: excludes concealed_self_draw"),
        "人胡 is on a discard (V2-d2)",
    ),
    # shapes
    "eight_flowers: alone": "it is the only row of the shape of flowers",
    "all_wild: alone": "it is the only row of its shape",
    **dict.fromkeys(
        (
            "seven_flowers: alone",
            "seven_flowers_last: alone",
            "eight_flowers: alone",
            "eight_flowers_robbed_last: alone",
            "eight_flowers_last: alone",
        ),
        "of the rows of the shape of flowers one holds: they differ by number, way and last tile",
    ),
}
"""What no hand can show, and why: the two rows never hold together, or the instances never meet."""

UNCLAIMED = "concealed_hand: not melds and self_draw"
DRAGONS = ("little_two", "big_two", "little_three", "big_three", "little_four", "big_four", "little_five", "big_five")
EVERY_DRAGON = tuple(f"all_dragons: excludes {dragon}_dragons" for dragon in DRAGONS)
SAID_TWICE = {
    # 門前清 is defined as not being 不求人 (V1-e 3), and E3 says so again; what bars 不求人 needs no word of 門前清.
    UNCLAIMED: ("fully_concealed: excludes concealed_hand",),
    **{
        f"{row}: excludes concealed_hand": (UNCLAIMED,)
        for row in ("fully_concealed", "heavenly_hand", "earthly_hand", "self_made_pungs")
    },
    # 天胡 is always 門清自摸 too, which bars 門清.
    "heavenly_win: excludes concealed_hand": ("concealed_self_draw: excludes concealed_hand",),
    # Whatever lies within a pattern of the same kind shares groups with it: E2 says what E1 says, and more.
    **{
        f"{row}: family pung": (f"{row}: kind brothers",)
        for row in ("two_brothers", "little_three_brothers", "big_three_brothers")
    },
    **{
        f"{row}_sisters: family pung": (f"{row}_sisters: kind sisters",)
        for row in ("two", "little_three", "big_three", "little_four", "four", "little_five", "five")
    },
    **{
        f"{row}: family chow": (f"{row}: kind identical_chows",)
        for row in ("three_identical_chows", "four_identical_chows")
    },
    **{f"{row}: family chow": (f"{row}: kind mixed_suit_chows",) for row in ("two_suit_chows", "three_suit_chows")},
    **{
        f"{row}: family chow": (f"{row}: kind identical_chows", f"{row}: kind mixed_suit_chows")
        for row in ("four_same_chows", "five_same_chows")
    },
    # Two 同順 that share a chow are kept apart by either of the kinds that bar 般高 and 相逢.
    "four_same_chows: kind same_number_chows": (
        "four_same_chows: kind identical_chows",
        "four_same_chows: kind mixed_suit_chows",
    ),
    # 五同順 is every set of the hand: what shares a chow with it lies within it.
    **{
        f"five_same_chows: kind {kind}": ("five_same_chows: family chow",)
        for kind in ("identical_chows", "mixed_suit_chows")
    },
    "five_same_chows: kind same_number_chows": (
        "five_same_chows: family chow",
        "five_same_chows: kind identical_chows",
        "five_same_chows: kind mixed_suit_chows",
    ),
    # 全箭 is the whole hand, so that E1 and E2 already bar every 元 and 箭刻 in it; E4 names them.
    **dict.fromkeys(EVERY_DRAGON, ("all_dragons: family honour", "all_dragons: kind dragons")),
    "all_dragons: excludes dragon_pung": ("all_dragons: family honour",),
    "all_dragons: family honour": ("all_dragons: excludes dragon_pung",),
    "all_dragons: kind dragons": ("all_dragons: family honour", *EVERY_DRAGON),
    # 全箭 is 清字一色 too, which bars 對對糊, and so does 五明刻.
    "all_dragons: excludes all_pungs": ("all_honours: excludes all_pungs", "five_exposed_pungs: excludes all_pungs"),
}
"""What other relations imply: left out alone it changes nothing, left out with those it does."""
