"""Every sentence that a report can say, as templates; no other module holds prose.

A template holds no digit and no name from a log; a sentence neither praises nor blames, and says "may" in doubt.
"""

CUT = "{words} …"
CUT_MARK = " …"
CUT_STOPPED = " …."
COMMA = ", "
LAST = "{first} and {last}"
LAST_OR = "{first} or {last}"
NOTHING = "–"
MESSAGE = "{message}"
PRINTED_VERB = "printed"
PRINTED_NOTICE = "brought back only the notice"
PRINTED = "printed {lines}"
PRINTED_AMONG = "printed {total} lines, among them {lines}"
PRINTED_ENDS = "printed {total} lines, from {lines}"
PRINTED_FROM_TO = "{first} to {last}"

HEADINGS = {
    "message": "The message",
    "place": "Where we are",
    "ladder": "What led here",
    "reading": "Reading the command",
    "said": "What was said, and how surely",
    "rivals": "Other explanations",
    "assumptions": "Assumptions",
    "faults": "What went wrong, and a better way",
    "known": "What we know now that was not known",
    "next": "What happened next",
    "glossary": "You need to know",
    "questions": "Questions for students",
    "method": "The steps taken",
    "maxim": "One line to keep",
}
"""The teaching report's sections in their order, by key."""

# ------------------------------------------------------------ title, lead, header
TITLE = "{what}: message {message}"
TITLE_ALONE = "What message {message} shows"
LEAD_PROBES = "One call, {probes} probes, {silent} without output: what {message} could show, and what it could not."
LEAD_COMMANDS = "What {message} tried with {commands}, what came back, and what that can and cannot show."
LEAD_ALONE = "What stands in {message}, and what came before and after it."
CHOSEN = {
    "asked": "It is about {message}, the message that was asked for.",
    "findings": "It is about {message}, on which the findings weigh most.",
    "wait": "It is about {message}, the longest wait, as no rule found anything.",
    "last-call": "It is about {message}, the last that runs something, as there are no findings and no waits.",
    "last": "It is about {message}, the last message, as there are no findings, waits or calls.",
}
HEADER_INPUT = "Read from {path} as {format}; {method} {digest}, {size} bytes."
HEADER_RECORDS = (
    "Records: {records}; read {read}, left out on purpose {ignored}, of unknown kind {unknown}, damaged {damaged}."
)
HEADER_RULES = (
    "Findings in the whole session: {findings}; on this message or proved by it: {told}; suppressed: {suppressed}."
)
HEADER_CHECKED = "Checked against the log before writing: {quotations} quotations, {figures} figures."
HEADER_NOTE = "{note}"
HEADER_LANGUAGE = "What was said is not in English, so nothing is derived from the words."
HEADER_NO_OUTPUTS = "This kind of log does not keep the outputs of commands."

# ------------------------------------------------------------ the message
EXHIBIT_TEXT = "What it says"
EXHIBIT_REASONING = "What it thinks"
EXHIBIT_CALL = "What it runs"
EXHIBIT_RESULT = "What came back"
EXHIBIT_LATE = "What came back, after {arrived}"
EXHIBIT_SILENT = "The result is recorded, and it is empty."
EXHIBIT_MISSING = "No result is recorded."
EXHIBIT_STATUS = "The exit status is {status}."
EXHIBIT_NOTICE = "The call {outcome}; this is the tool's notice."
EXHIBIT_STATUS_MEANS = "The exit status is {status}; of {command} that means: {means}."
BUNDLE = (
    "One call holds {probes} probes, and no heading or status in its output marks the place of any. {silent} of them"
    " printed nothing, and the output does not tell whether they found nothing or failed."
)
BUNDLE_KNOWN = " The lines that came back are those of {heard}."
BUNDLE_HEARD = "One call holds {probes} probes, and no heading or status in its output marks where one ends."

# ------------------------------------------------------------ where we are
GOAL = "The session begins in {message} with the words {words}."
REQUEST = "The user's last words before it, in {message}, are {words}."
PIVOT = "In {message} the assistant writes {words}, and the user answers in {answer}: {reply}."
PLACE_SYMPTOM_CALL = "From {message} on there is a symptom: {symptom}. Its first sign: {sign} {outcome}."
PLACE_SYMPTOM_LIMIT = "From {message} on there is a symptom: {symptom}. Its first sign: {sign} {outcome} of {limit}."
PLACE_SYMPTOM_SILENT = " It had printed nothing."
PLACE_SYMPTOM = "From {message} on one thing stays open: {symptom}. It begins with {sign}."

# ------------------------------------------------------------ what led here
LADDER_CAPTION = "Calls before it that bear on it, oldest first"
LADDER_COLUMNS = ("Message", "What was tried", "What came of it")
LADDER_SAID = "{said} {command}"
TOOL_CALL = "{tool} with {command}"
LADDER_OUTCOME = "It {outcome}"
LADDER_LIMIT = "It {outcome} of {limit}"
LADDER_LIMIT_BY = "It {outcome} of {limit}, that of {by}"
LADDER_TOOK = " after {took}"
LADDER_STATUS_MEANS = " ({program}: {means})"
LADDER_HIDDEN = ", that of its last command and not of {work}"
LADDER_PRINTED = "; it {printed}"
LADDER_PRINTED_ALONE = "It {printed}"
LADDER_STOP = "."
LADDER_READ_AS = " Then {reader}: {read_as}."
LADDER_LEFT_OUT = "Earlier calls not listed: {count}."
SINGLE_WALK = (
    "{message} walks the tree once, with {single}; {earlier} walked it once for each item of a loop, with {each}."
)
SWEEP = "From run to run one value was moved, {parameter}:"
SWEEP_UNNAMED = "From run to run one value was moved:"
SWEEP_CAPTION = "One value moved"
SWEEP_COLUMNS = ("Message", "Value", "Who asked", "What came of it")
SWEEP_ASKED = "{asked_by}: {words}"
SWEEP_NOT_ASKED = "no request in the log"
SWEEP_OUTCOME = "{outcome}"
SWEEP_OUTCOME_SHOWN = "{outcome}: {shown}"
SWEEP_SAID = "; {speaker} says {said}, without a record"
KILLS = "Kills before it:"
KILL = "In {message}, {command}: the call {outcome}; {effect}."
KILL_LIMIT = "In {message}, {command}: the call {outcome} of {limit}; {effect}."
KILL_BY_NAME = "the look in {look} asks for {names}, not for that number, and finds none"
KILL_SEEN = "{look} {effect}: {seen}"
KILL_NO_LOOK = "no later look that names them is in the log"
KILL_AFTER_RESTART = "the next look that names them, in {look}, comes after the machine was restarted"
KILL_OTHER_LOOK = "{other} behind it is for other names and shows {shown}; "
KILL_BUILT_ON = "{builds} goes by that; "
KILL_LATE_LOOK = "the next look that names them, in {look}, does not tell what became of them"
FOUND_BEFORE = "Found on the way:"
FOUND_AFTER = "Found later:"
FOUND_AT = "{message}: {what}"
FOUND_IN_WORDS = "But: {what}"
FOUND_ALSO = " Also in {messages}."
WAITS_ONE = "In {message} a time limit ended the wait after {total}."
WAITS = "The calls that were cut off in {messages} took {total} together."
LIMIT_WHO = "The limit that ended {message} was that of {by}: {limit}."
LIMIT_WHO_UNTOLD = "The limit that ended {message} was that of {by}; how long it was is not in the log."
REMOTE = (
    "The limit ended the local call in {message}, not what it had started on the other machine: {later} shows {shown}."
)

# ------------------------------------------------------------ reading the command
READING_CAPTION = "Command by command"
READING_COLUMNS = ("Command", "What it asks or does", "What it cannot show", "What came back")
KNOWN_IN = "Known then"
ASKS = "It asks {question}."
ASKS_FOR_A_WORD = "whether the other machine answers: a shell that runs there prints this word"
ASKS_OF = "It asks {question}: {of}."
DEED = "It {deed}."
UNKNOWN_PROGRAM = "The vocabulary does not know {program}."
BLIND = "It cannot see {blind}."
ERRORS_HIDDEN = " Its errors are thrown away: an error looks like no output."
ERRORS_MASKED = " A failure of it is passed over, and the line goes on as if it had worked."
ERRORS_FILTERED = " Its errors pass through the same filter as its output, and lines that do not match are lost."
STATUS_HIDDEN = " Its own exit status is not kept."
FILTERED = " Only lines that pass {filters} are kept."
AFTER_DEED = " It shows memory as it is after {deed}; it cannot show how it was before."
OUTPUT_CUT = " Its output is cut by {cut}."
CAME_EARLY = "The call {outcome}; "
CAME_EARLY_ALONE = "The call {outcome}; whether it ran is not known"
CAME_REFUSED = "The call {outcome}; it did not run"
CAME_EARLY_UNANSWERED = "The call {outcome} before an answer came back"
CAME_BACK_MORE = "{lines} lines, among them {shown}"
CAME_NOTHING = "nothing"
CAME_UNHEARD = "no line of it: the call {outcome} before any came"
CAME_SHARED = "which lines are its own cannot be told"
CAME_CALL = "the call printed {shown}; which lines are its own cannot be told"
CAME_MISSING = "it did not run, or no result is recorded"
WEIGHS = "; that {reading} {rival}"
YES = "yes"
NO = "no"
READ_THEN = "{known}"
CHAIN = "{command} runs {condition}."
CHAIN_DECIDED = "{command} runs {condition}: {decider}."
CHAINS = "{commands} run {condition}."
CHAIN_MANY = "{parts} parts of the line run {condition}."
CHAIN_INTRO = "How the parts of the line hang together:"
CHAIN_BACKGROUND = "{command} is sent to the background, and the line goes on at once."
CHAIN_UNASKED = (
    "If {start} fails, {status} is never asked; only the exit status of the line tells, and any error shown."
)
CHAIN_UNASKED_LOST = "If {start} fails, {status} is never asked."
LIMIT_GOVERNS = "The limit of the tool for this call is {limit}."
LIMIT_SHOWN = "The limit that governs this call was shown in {message}: {limit}."
KILL_CANCELLED = "Whether {command} hit anything is not recorded: the call {outcome}."
KILL_UNREADABLE = (
    "Whether {command} hit anything does not show: on success it prints nothing, and its errors and status are lost."
)
KILL_TRACER = (
    "Neither what {command} prints nor its status is kept; {shown} shows that it reached the trace: a tracer says so"
    " when it is ended and the process goes on."
)
CHANGES = "Against the command of {message}:"
CHANGE_NEW = "{command} is new."
CHANGE_GONE = "{command} is gone."
CHANGE_REPLACED = "{command} stands in the place of {old}."
CHANGE_DEED = " It {deed}; what it replaces {old_deed}."
CHANGE_WORDS = "{command} has {added}, which was not there before."
CHANGE_VALUE = "{name} went from {old} to {new}."
CHANGE_WORDS_GONE = "{command} no longer has {gone}."
WAIT_MISSING = "{words} announces a wait, and no command of the message waits before it tries."
ANNOUNCED_MISSING = "{words} announces something that no command of the message carries out."

# ------------------------------------------------------------ what was said
SAID_CAPTION = "Sentence by sentence"
SAID_COLUMNS = ("Sentence", "How it is said", "What stood behind it then")
SAID_STANCE = "{stance}"
SAID_THOUGHT = "{stance}, in its reasoning"
SAID_EVIDENCE = "{status}: {evidence}"
SAID_ONE_OWNER = (
    " The {rows} entries shown there all belong to {owner}, so how files of others stand cannot show there."
)
SAID_UNTOLD = "{evidence} bears on it, and does not decide it"
SAID_MORE = "Of {count} more sentences the log does not tell whether they hold."
SAID_LOOKED = ". What was looked at: {looked}."
SAID_FLAT = " What lies in folders below was not."
SAID_STATUS = "{status}"
HYPOTHESIS = "{words} raises an explanation: {rival}. It is {stance}, and after the message {status}."
HYPOTHESIS_FREE = "{words} raises an explanation. It is {stance}, and after the message {status}."

# ------------------------------------------------------------ rivals, assumptions
RIVALS_INTRO = "{symptom}: several explanations have the same signs."
RIVALS_CAPTION = "Explanations and what looked at them"
RIVALS_COLUMNS = ("It may be that", "Up to this message", "What could tell")
RIVAL_UNTESTED = "Nothing probed it."
RIVAL_UNTESTED_LOOKED = "It is untested: {message} looked, and what came back {reading}."
RIVAL_UNANSWERED = "It is untested: {message} asked, and its call {outcome} before an answer came back."
RIVAL_CANNOT = "It is untested: {command} in {message} could not have told, as it cannot see {blind}."
RIVAL_TESTED_BECAUSE = "It is {status} by what came of {message}: {because}."
RIVAL_SINCE = " Since then {messages} asked, and no answer came back."
RIVAL_TESTED = "It is {status}: {message} looked, and what came back {reading}."
ASSUMPTIONS = "Taken for granted:"
ASSUMES = "{command}: that {assumes}. Broken by {breaks}. Shown by {check}."
ASSUMES_BEFORE = "{command} in {message}: that {assumes}. Broken by {breaks}. Shown by {check}."
ASSUMES_BLIND = "That nothing matters which {command} cannot see: {blind}."
ASSUMES_READING = "That {command} answers the question; it may print the same where {rival} and where that is not so."
ASSUMES_CLAIM = (
    "{words}: what was there, in {evidence}, is too weak to carry it; a look at what was left out could show otherwise."
)
ASSUMES_UNBACKED = "{words}: nothing in the log before it bears on it; it fails if a look would show otherwise."

# ------------------------------------------------------------ faults, known, next
FAULT_ELSEWHERE = "In {message}, which rests on this message: {what}"
FAULT_WHY = "Why: {why}"
FAULT_ACTED = "What came of it: {message} acts on it with {deed}."
FAULT_READ = "What came of it: {message} says {words}."
FAULT_LATER = "What came of it, in {message}: {what}"
FAULT_WORDS = "{words}: {what}"
FAULT_INSTEAD = "Instead: {instead}"
SHOWN = "Shown by what came back:"
SHOWN_SERIES = "{lines} lines, from {begin} to {quote}"
SHOWN_VALUES = "{count} pairs with {value}"
SHOWN_MEANING = "{quote}: {meaning}."
SHOWN_STRETCH = "{begin} to {quote}, and nothing else: {meaning}."
NOT_SHOWN = "Not shown:"
NOT_SHOWN_ONE = "Whether {title}."
NOT_SHOWN_PROGRESS = "Whether {process}, still there in {message}, gets anywhere."
NOT_SHOWN_BEFORE = "How it was before: no message up to {message} holds what {command} shows in {later}."
CONTRADICTED = "Contradicted later:"
CONTRADICTED_ITEM = "{words}, by {message}: {later}."
NEXT_TEXT = "In {message} {speaker} writes {words}."
NEXT_CALL = "In {message} {speaker} runs {command}; it {outcome}."
NEXT_BOTH = "In {message} {speaker} writes {words} and runs {command}; it {outcome}."
NEXT_CALL_HEARD = "In {message} {speaker} runs {command}."
NEXT_BOTH_HEARD = "In {message} {speaker} writes {words} and runs {command}."
NEXT_RESULT = " It {printed}."
NEXT_ARRIVES = "In {message} the result of {call} comes in."
NEXT_END = "The log ends here."
LATER = "What {message} says, {words}, is {fate} by {later}: {shown}."
LATER_SHORT = "What {message} says, {words}, is {fate}: in {later} {command} prints {shown}."
LATER_MEANS = "What {message} says, {words}, is {fate}: in {later} {command} prints {shown}, {meaning}."
END = "The log ends in {message} with the words {words}."
LATER_INTRO = "Later in the log:"
LATER_CALL = "{message} runs {command}; it {outcome}."
LATER_CALL_PRINTED = "{message} runs {command}; it {printed}."
LATER_SAID = "{message} writes {said} and runs {command}; it {printed}."
LATER_AGAIN = "{message} looks again with {command}: {shown}."
CAUSE_OPEN = "No cause is shown: {message} says {words}."

# ------------------------------------------------------------ glossary, questions, method, maxim
GLOSSARY_TERM = "{term}: {text}"
QUESTIONS = "The answers follow from what stands above."
QUESTION_PROBE = "{command} came back with {shown}. Which of the explanations above does that decide?"
QUESTION_SILENCE = "{command} printed nothing. Which of the explanations above does that decide?"
ANSWER_PROBE = "None of them; nor can it see {blind}."
ANSWER_PROBE_PLAIN = "None of them: what came back does not tell."
QUESTION_RIVAL = "Suppose that {title}. What would show it, and did anybody look for it up to {message}?"
ANSWER_RIVAL = "What could tell: {ask}. Nothing up to {message} looked for it."
ANSWER_RIVAL_LOOKED = "What could tell: {ask}. {looked} looked for it in another way, and what came back {reading}."
ANSWER_RIVAL_UNANSWERED = "What could tell: {ask}. {looked} asked in another way, and no answer came back."
STEP_SUPPOSED = "{message} supposes: {words} ({stance})."
STEP_SUPPOSED_RIVAL = "{message} supposes that {rival}: {words} ({stance})."
STEP_CONCLUDED = "{message} says {words}; {status}."
STEP_LOOKED = "{message} looks with {commands}"
STEP_UNANSWERED = "; no answer came back"
STEP_WEIGHS = "; what came back {reading} {rival}"
STEP_DECIDES_NOTHING = "; what came back tells no explanation from the others"
STEP_DONE = "{message} acts with {commands}"
STEP_OUTCOME = "; the call {outcome}"
MAXIM = "{title}."
