"""Words that tell how a sentence is meant."""

from loganalyst.events.speech.phrases import Phrases

HEDGES = Phrases(
    {
        "hedge": (
            "apparently", "appear", "appears", "assuming", "could", "could be", "could have", "guess", "hopefully",
            "i assume", "i believe", "i expect", "i guess", "i suppose", "i suspect", "i think", "i would guess",
            "in theory", "is possible", "likely", "look like", "looks as if", "looks like", "may", "may be", "maybe",
            "might", "must be", "must have", "not certain", "not sure", "perhaps", "possible that", "possibly",
            "potentially", "presumably", "probably", "seem", "seemed", "seemingly", "seems", "should", "should be",
            "should have", "suggest", "suggests", "supposed to", "supposedly", "will", "would", "would be",
        ),
    }
)  # fmt: skip
"""What makes an assertion a supposition or an expectation."""

INTENTIONS = Phrases(
    {
        "own": (
            "going to", "i am about to", "i am going to", "i have to", "i must", "i need to", "i plan to", "i shall",
            "i should", "i want to", "i will", "i would like to", "let me", "let us", "time to", "we are going to",
            "we have to", "we must", "we need to", "we shall", "we should", "we will",
        ),
        "other": (
            "can you", "could you", "let me know", "make sure you", "please", "you can", "you could", "you have to",
            "you may", "you might", "you must", "you need to", "you should", "you will need to", "you would",
        ),
    }
)  # fmt: skip
"""What opens an announcement (``own``) or asks somebody else to act (``other``)."""

RETRACTIONS = Phrases(
    {
        "whole": (
            "i am mistaken", "i had it wrong", "i made a mistake", "i made an error", "i misread", "i misspoke",
            "i misunderstood", "i overlooked", "i stand corrected", "i was mistaken", "i was wrong",
            "my assumption was wrong", "my earlier claim", "my mistake", "oops", "scratch that", "that was a mistake",
            "that was incorrect", "that was not correct", "that was not right", "that was wrong", "wait no",
        ),
        "correction": ("actually", "in fact", "on second thought"),
    }
)  # fmt: skip
"""What takes something back by itself (``whole``), or corrects it when a denial follows (``correction``)."""

REPORTED = frozenset({
    "claim", "claimed", "claims", "reported", "said", "says", "stated", "states", "told",
})  # fmt: skip
"""Verbs of reporting; what they report is somebody else's."""
OWN_VOICE = frozenset({"i", "we"})

FILLERS = frozenset(
    {
        "(", ",", "-", ":", "actually", "ah", "alright", "also", "and", "but", "excellent", "finally", "first", "good",
        "great", "hence", "hmm", "instead", "meanwhile", "next", "nice", "now", "ok", "okay", "perfect", "right",
        "second", "so", "then", "therefore", "third", "thus", "wait", "well", "yes",
    }
)  # fmt: skip
"""What may stand in front of the first real word."""

NEGATORS = frozenset({
    "0", "hardly", "neither", "never", "no", "none", "nor", "not", "nothing", "without", "zero",
})  # fmt: skip
DENIES_EXISTENCE = frozenset({
    "0", "neither", "no", "none", "nothing", "zero",
})  # fmt: skip
EMPTY_NO = frozenset({
    "doubt", "idea", "longer", "matter", "need", "one's", "problem", "wonder", "worries",
})  # fmt: skip
"""Words after ``no`` that deny nothing."""

CONDITIONS = Phrases(
    {
        "open": (
            "as long as", "as soon as", "if", "in case", "once", "only if", "otherwise", "provided", "unless",
        ),
        "other": (
            "after", "before", "confirm that", "ensure", "ensure that", "ensures", "ensuring", "even if",
            "here is what", "how", "in order to", "make sure", "makes sure", "making sure", "of what", "so that",
            "to check", "to confirm", "to confirm that", "to ensure", "to see", "to test", "to verify",
            "to verify that", "until", "verify that", "when", "whenever", "whether",
        ),
    }
)  # fmt: skip
"""What opens a part that states nothing; behind an ``open`` one, the rest of the sentence hangs on it."""

CAUSES = Phrases(
    {
        "link": (
            "as a result of", "because", "because of", "caused by", "comes from", "due to", "is caused by", "is why",
            "leading to", "leads to", "led to", "stems from", "thanks to", "which explains",
        ),
        "named": (
            "cause is", "cause was", "culprit is", "culprit was", "explains why", "issue is", "issue was", "problem is",
            "problem was", "reason for", "reason is", "reason was", "this explains",
        ),
    }
)  # fmt: skip
"""What ties an effect to its cause."""
