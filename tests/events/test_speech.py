"""What sentences say: one line of the table each."""

import pytest

from loganalyst.events.speech.reading import read_sentence
from loganalyst.model.transcript import Role
from loganalyst.text.prose import split_sentences

# Sentence, then for each clause: stance predicate act scope polarity, where only what differs from
# "asserted other none one present" is told.
SENTENCES = [
    # what is asserted
    ("All tests pass now.", ["asserted passes none all present"]),
    ("54 passed, 0 failed.", ["asserted passes none one present"]),
    ("3 failed, 51 passed.", ["asserted fails none one present"]),
    ("The server is up and running on port 8080.", ["asserted running none one present"]),
    ("Fasttext is now installed.", ["asserted done none one present"]),
    ("The bead issues are resolved.", ["asserted fixed none one present"]),
    ("Fixed!", ["asserted fixed none one present"]),
    ("Done.", ["asserted done none one present"]),
    ("Successfully pushed to GitHub!", ["asserted done none one present"]),
    ("I hardened the loader.", ["asserted done none one present"]),
    ("I've updated the config to make it work.", ["asserted done none one present"]),
    ("I tightened the pipeline and added robust fallbacks.", ["asserted done none one present"]),
    ("The fixed build script is ready.", ["asserted works none one present"]),
    ("Good - the fixed build script is ready.", ["asserted works none one present"]),
    ("The build is progressing well.", ["asserted fine none one present"]),
    ("That's expected and correct.", ["asserted fine none one present"]),
    ("Works with both pipelines.", ["asserted works none all present"]),
    ("The stalled install is fixed.", ["asserted fixed none one present"]),
    ("The container is running and ready.", ["asserted works none one present"]),
    ("QEMU is running.", ["asserted running none one present"]),
    ("All services configured and running.", ["asserted running none all present"]),
    ("All other services are running.", ["asserted running none rest present"]),
    ("The remaining files look fine.", ["asserted fine none rest present"]),
    ("The rest is correct.", ["asserted fine none rest present"]),
    ("Some of the tests pass.", ["asserted passes none part present"]),
    ("It's been running a very long time.", ["asserted takes-long none one present"]),
    ("It takes forever.", ["asserted takes-long none one present"]),
    ("The machine is not responding.", ["asserted stuck none one present"]),
    ("The process is gone.", ["asserted stopped none one present"]),
    ("The run failed.", ["asserted fails none one present"]),
    ("Found the source.", ["asserted present none one present"]),
    ("The driver supports P2P.", ["asserted supported none one present"]),
    ("The build ran out of memory.", ["asserted thrashes none one present"]),
    ("Kill command succeeded.", ["asserted works none one present"]),
    # what is denied, and absence
    ("It does not work.", ["asserted fails none one present"]),
    ("It's still not working.", ["asserted fails none one present"]),
    ("The tests do not pass yet.", ["negated passes none one present"]),
    ("The issue is not fixed.", ["negated fixed none one present"]),
    ("The server is not ready.", ["negated works none one present"]),
    ("It no longer works.", ["asserted fails none one present"]),
    ("There is no such directory.", ["asserted absent none one absent"]),
    ("The memory pressure is gone.", ["negated thrashes none one absent"]),
    ("It isn't running.", ["asserted absent none one absent"]),
    ("No compilers are running.", ["asserted absent none one absent"]),
    ("Nothing is compiling.", ["asserted absent none one absent"]),
    ("No errors found.", ["asserted absent none one absent"]),
    ("There are no failures.", ["asserted absent none one absent"]),
    ("The file doesn't exist.", ["asserted absent none one absent"]),
    ("No compiler processes.", ["asserted absent none one absent"]),
    ("The output is empty.", ["asserted absent none one absent"]),
    ("It's not building from source.", ["negated builds-from-source none one absent"]),
    ("P2P isn't supported.", ["negated supported none one absent"]),
    ("No problem.", ["asserted other none one present"]),
    ("I haven't tested it yet.", ["negated other none one present"]),
    # what is supposed
    ("Machine is probably thrashing.", ["hedged thrashes none one present"]),
    ("It might be building something from source.", ["hedged builds-from-source none one present"]),
    ("Looks like the earlier find -uid 100000 already fixed root's files.", ["hedged fixed none one present"]),
    ("This should work now.", ["hedged works none one present"]),
    ("This will fix the issue.", ["hedged other none one present"]),
    ("I think the server is ready.", ["hedged works none one present"]),
    ("It seems to work.", ["hedged works none one present"]),
    (
        "It hung (likely a prompt that waits), so I stopped it.",
        ["hedged stuck none one present", "asserted stopped none one present"],
    ),
    ("There might be a cache.", ["hedged other none one present"]),
    ("It's probably not compiling.", ["hedged builds-from-source none one absent"]),
    ("If it works, we are done.", ["hedged done none one present"]),
    # causes
    (
        "The conda solver is hanging due to the conflicts.",
        ["asserted stuck none one present", "asserted cause none one present"],
    ),
    (
        "The training was killed, likely due to memory constraints.",
        ["asserted stopped none one present", "hedged cause none one present"],
    ),
    ("The problem is that CUDA is too old.", ["asserted cause none one present"]),
    ("The error is caused by a missing header.", ["asserted cause none one present"]),
    # two clauses
    (
        "The model trained successfully but there's a numpy compatibility issue.",
        ["asserted done none one present", "asserted present none one present"],
    ),
    (
        "Tests pass now, but the server is not ready.",
        ["asserted passes none one present", "negated works none one present"],
    ),
    # what is announced
    (
        "Let me start the container and test SSH:",
        ["intended other step one present", "intended other check one present"],
    ),
    ("Let me wait a moment and try again:", ["intended other wait one present", "intended other step one present"]),
    ("Let me check what it's doing:", ["intended other check one present"]),
    ("I should also make sure to run a quick syntax check.", ["intended other check one present"]),
    ("Let me verify the VM has booted by taking a screenshot via VNC.", ["intended other check one present"]),
    ("Now let's test the application manually:", ["intended other check one present"]),
    (
        "Let's stop the tests and run them with more verbose output:",
        ["intended other step one present", "intended other check one present"],
    ),
    ("Actually, let me just download it to ~/Videos by default.", ["intended other step one present"]),
    ("Let me try installing fasttext from source.", ["intended other step one present"]),
    ("I'll kill the process and restart it.", ["intended other step one present", "intended other step one present"]),
    ("Let me take a look at the logs.", ["intended other check one present"]),
    ("Let me run the tests.", ["intended other check one present"]),
    ("I'll add an entry to the config.", ["intended other change one present"]),
    (
        "Verify the forward pass is clean, then launch:",
        ["intended other check one present", "intended other step one present"],
    ),
    ("I stop it:", ["intended other step one present"]),
    ("Then I look for what is left of the build:", ["intended other check one present"]),
    ("Installing sglang:", ["intended other step one present"]),
    ("Let me make sure it works.", ["intended other check one present"]),
    # announced, but not for now
    ("Once it works, I'll deploy it.", ["intended other none one present"]),
    ("If that fails, I'll try pip.", ["intended other none one present"]),
    ("Let me try a different approach:", ["intended other none one present"]),
    ("I'll update you when it finishes.", ["intended other none one present"]),
    ("Maybe I should restart it.", ["intended other none one present"]),
    ("- View the certificate details", ["intended other none one present"]),
    ("- Let me check the log", ["intended other check one present"]),
    ("Let me explain.", ["intended other none one present"]),
    ("1. Install the package", ["intended other none one present"]),
    ("- [ ] Run the tests", ["intended other none one present"]),
    # asked, quoted, taken back
    ("Is it alive?", ["asked running none one present"]),
    ("Does it work now?", ["asked other none one present"]),
    ("You can run the tests now.", ["asked other none one present"]),
    ("Let me know if it works.", ["asked other none one present"]),
    ("Please fix it.", ["asked other none one present"]),
    ("The user said that it works.", ["quoted works none one present"]),
    ('"All tests pass, it works"', ["quoted other none one present"]),
    ("I was wrong about the cache.", ["retracted other none one present"]),
    ("Actually, the cache is not the problem.", ["retracted other none one present"]),
    ("You're absolutely right!", ["asserted other none one present"]),
    # what states nothing of the kind
    ("The build needs to be fixed.", ["asserted other none one present"]),
    ("For completed tasks nothing changes here today.", ["asserted absent none one absent"]),
    ("It is no longer needed.", ["asserted other none one present"]),
    ("Build success rate", ["asserted other none one present"]),
    ("The goal is to set the defaults correctly.", ["asserted other none one present"]),
    ("Here's a summary of what we've built:", ["asserted other none one present"]),
    ("- **Testing**: for the core", ["asserted other none one present"]),
    ("The cause is open.", ["asserted other none one present"]),
    ("I'm ready to help you explore codebases!", ["asserted other none one present"]),
    ("We can start working on the loader.", ["asserted other none one present"]),
    ("I know how the cache works.", ["asserted other none one present"]),
    ("Successful tasks", ["asserted other none one present"]),
    ("Functional scope and behaviour", ["asserted other none one present"]),
    ("The process hit a None path.", ["asserted other none one present"]),
]


def read(text: str, role: Role = Role.ASSISTANT) -> list[str]:
    return [
        f"{said.stance} {said.predicate} {said.act} {said.scope} {'absent' if said.absent else 'present'}"
        for sentence in split_sentences(text)
        for said in read_sentence(sentence, role)
    ]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text for text, _ in SENTENCES])
def test_a_sentence_is_read_as_people_mean_it(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fix the loader and run the tests.", "asked"),
        ("I want to add a feature.", "asked"),
        ("I will look at it myself.", "intended"),
        ("It works.", "asserted"),
    ],
)
def test_what_a_user_wants_is_asked(text: str, expected: str) -> None:
    assert {said.split()[0] for said in read(text, Role.USER)} == {expected}


def test_coordinated_announcements_have_their_own_places() -> None:
    (sentence,) = split_sentences("Let me start the container and test SSH:")
    first, second = read_sentence(sentence)
    assert sentence.text[first.start : first.end] == "Let me start the container"
    assert sentence.text[second.start : second.end] == "test SSH:"


def test_words_in_code_and_quotations_state_nothing() -> None:
    assert read("The function `it_works` prints `all tests pass` there") == ["asserted other none one present"]
