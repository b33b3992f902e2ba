import { anthropic } from "../../../support/wire/anthropic.ts";
import {
  type Case,
  COMPLETED,
  cutOff,
  SECOND,
  unusable,
  withheld,
} from "../../../support/wire/ended.ts";
import { blockedPrompt, google } from "../../../support/wire/google.ts";
import { ollamaNative } from "../../../support/wire/ollama.ts";
import {
  llamaServer,
  ollamaChat,
  openaiChat,
  vllmServer,
} from "../../../support/wire/openai-chat.ts";
import { openaiResponses } from "../../../support/wire/openai-responses.ts";
import { answer, GOOD } from "../../../support/wire/report.ts";
import { testCases } from "../../../support/wire/test-cases.ts";

const DRAFT = answer({ techniques: [], summary: "A first draft." });
const thinking = 'First: {"summary": "maybe"}. Then {T1486}, I think.';
const FENCED = `\`\`\`json\n${GOOD}\n\`\`\``;
const PROSE = "The report describes phishing (T1566.001), and ransomware.";
/** Some rows are whole. */
const HALF = GOOD.slice(0, -90);
const SORRY = "I cannot help with that request.";
const OTHER_SHAPE = JSON.stringify({ result: { mitre: ["T1566.001"] } });

const CASES: Case[] = [
  [anthropic, "answers well", [{ text: GOOD }], COMPLETED],
  [openaiResponses, "answers well", [{ text: GOOD }], COMPLETED],
  [openaiChat, "answers well", [{ text: GOOD }], COMPLETED],
  [google, "answers well", [{ text: GOOD }], COMPLETED],
  [ollamaNative, "answers well", [{ text: GOOD }], COMPLETED],
  [llamaServer, "answers well", [{ text: GOOD }], COMPLETED],
  [vllmServer, "answers well", [{ text: GOOD }], COMPLETED],

  [anthropic, "thinks in a block", [{ thinking, text: GOOD }], COMPLETED],
  [openaiResponses, "thinks in an item", [{ thinking, text: GOOD }], COMPLETED],
  [openaiChat, "thinks in reasoning_content", [{ thinking, text: GOOD }], COMPLETED],
  [google, "thinks in a part", [{ thinking, text: GOOD }], COMPLETED],
  [ollamaNative, "thinks in its field", [{ thinking, text: GOOD }], COMPLETED],
  [llamaServer, "thinks in reasoning_content", [{ thinking, text: GOOD }], COMPLETED],
  [vllmServer, "thinks in reasoning", [{ thinking, text: GOOD }], COMPLETED],
  [ollamaNative, "thinks aloud", [{ text: `<think>${thinking}</think>\n${GOOD}` }], COMPLETED],
  [
    vllmServer,
    "thinks aloud without a begin",
    [{ text: `${thinking}\n</think>\n${GOOD}` }],
    COMPLETED,
  ],
  [llamaServer, "thinks a whole draft", [{ text: `<think>${DRAFT}</think>${GOOD}` }], COMPLETED],
  [openaiChat, "thinks with an open brace", [{ text: `Begin with {. ${GOOD}` }], COMPLETED],
  [ollamaChat, "thinks without an answer", [{ thinking, text: "", end: "length" }], cutOff()],

  [anthropic, "writes a fence", [{ text: FENCED }], COMPLETED],
  [
    google,
    "writes a fence and a note",
    [{ text: `Here:\n${FENCED}\nNote: {…} is left out.` }],
    COMPLETED,
  ],
  [openaiChat, "writes prose, then JSON", [{ text: PROSE }, { text: GOOD }], SECOND],
  [
    llamaServer,
    "writes prose twice",
    [{ text: PROSE }],
    unusable("The answer holds no JSON object."),
  ],
  [
    vllmServer,
    "ignores the schema twice",
    [{ text: OTHER_SHAPE }],
    unusable(
      "At '/summary' the answer is not of the schema: Invalid input: expected string, received undefined.",
    ),
  ],
  [ollamaNative, "answers nothing, then well", [{ text: "" }, { text: GOOD }], SECOND],
  [openaiResponses, "answers nothing twice", [{ text: "" }], unusable("The answer is empty.")],
  [google, "answers nothing twice", [{ text: "" }], unusable("The answer is empty.")],
  [
    vllmServer,
    "stops in the middle by itself",
    [{ text: HALF }],
    unusable("The answer is not valid JSON, or is cut short."),
  ],

  [
    llamaServer,
    "writes more than is read, twice",
    [{ text: "{}".repeat(1_250_001) }],
    unusable("The answer is too long. It has 2500002 characters; at most 2500000 are read."),
  ],

  [anthropic, "is cut off twice", [{ text: HALF, end: "length" }], cutOff()],
  [openaiResponses, "is cut off twice", [{ text: HALF, end: "length" }], cutOff()],
  [ollamaNative, "is cut off twice", [{ text: HALF, end: "length" }], cutOff(4_096)],
  [google, "is cut off, then is not", [{ text: HALF, end: "length" }, { text: GOOD }], SECOND],
  [vllmServer, "is cut off, then is not", [{ text: HALF, end: "length" }, { text: GOOD }], SECOND],
  [llamaServer, "is cut off after the JSON", [{ text: `${GOOD}\n`, end: "length" }], COMPLETED],

  [anthropic, "refuses", [{ text: "", end: "filtered" }], withheld("anthropic")],
  [anthropic, "refuses halfway", [{ text: HALF, end: "filtered" }], withheld("anthropic")],
  [openaiResponses, "refuses", [{ text: SORRY, end: "filtered" }], withheld("openai")],
  [openaiChat, "is filtered", [{ text: "", end: "filtered" }], withheld("openai_compatible")],
  [google, "is filtered", [{ text: "", end: "filtered" }], withheld("google")],
  [google, "has its prompt blocked", [{ body: blockedPrompt(4_000) }], withheld("google")],
  [
    openaiChat,
    "is filtered before the model",
    [{ status: 400, code: "content_filter", message: "The response was filtered." }],
    withheld("openai_compatible"),
  ],
];

testCases(CASES);
