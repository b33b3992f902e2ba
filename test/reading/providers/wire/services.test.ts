import { describe, expect, it } from "vitest";
import { anthropic } from "../../../support/wire/anthropic.ts";
import { analyseAt, runAt } from "../../../support/wire/analyse-at.ts";
import {
  brokeOff,
  type Case,
  COMPLETED,
  providerFault,
  SECOND,
} from "../../../support/wire/ended.ts";
import { google } from "../../../support/wire/google.ts";
import { ollamaNative } from "../../../support/wire/ollama.ts";
import {
  llamaServer,
  ollamaChat,
  openaiChat,
  vllmServer,
} from "../../../support/wire/openai-chat.ts";
import { openaiResponses } from "../../../support/wire/openai-responses.ts";
import { GOOD } from "../../../support/wire/report.ts";
import type { Turn } from "../../../support/wire/serve.ts";
import { testCases } from "../../../support/wire/test-cases.ts";
import type { Wire } from "../../../support/wire/wire.ts";

const WIRES = [
  anthropic,
  openaiResponses,
  openaiChat,
  google,
  ollamaNative,
  llamaServer,
  vllmServer,
];
const good = { text: GOOD };
const PAGE = "<!doctype html><title>Sign in</title>";

describe("an answer that breaks off", () => {
  // Somebody has read a part of it, so it is not asked for again.
  const streamed = WIRES.flatMap((wire): Case[] => [
    [wire, "cut within an event", [{ half: GOOD, ends: "cut" }, good], brokeOff(wire.kind)],
    [
      wire,
      "ended without its last event",
      [{ half: GOOD, ends: "end" }, good],
      brokeOff(wire.kind),
    ],
    [wire, "ended by a fault", [{ half: GOOD, ends: "fault" }, good], brokeOff(wire.kind)],
  ]);
  testCases(streamed, { isStream: true });
  testCases(
    WIRES.map((wire): Case => [
      wire,
      "cut, then whole",
      [{ half: GOOD, ends: "cut" }, good],
      SECOND,
    ]),
    { isStream: false },
  );
});

const RETRIED: Case[] = [
  [anthropic, "overloaded, then not", [{ status: 529, code: "overloaded_error" }, good], SECOND],
  [
    google,
    "failing, then not",
    [{ status: 500 }, { status: 503 }, good],
    { ...COMPLETED, calls: 3 },
  ],
  [vllmServer, "failing, then not", [{ status: 500 }, good], SECOND],
  [
    ollamaNative,
    "failing on",
    [{ status: 503, message: "server busy, please try again.  maximum pending requests exceeded" }],
    providerFault("The provider failed (HTTP 503); try again later.", 4),
  ],
  [
    openaiResponses,
    "limiting on",
    [{ status: 429, code: "rate_limit_exceeded", headers: { "Retry-After": "9" } }],
    providerFault("The provider limits our rate (HTTP 429); try again in 9 seconds."),
  ],
];

const REFUSED: Case[] = [
  [
    openaiChat,
    "without credit",
    [{ status: 429, code: "insufficient_quota", message: "You exceeded your current quota" }],
    providerFault(
      "The provider's account has no credit left (HTTP 429); add credit, or set another key as PROVIDER_B_API_KEY.",
    ),
  ],
  [
    anthropic,
    "without credit",
    [{ status: 400, message: "Your credit balance is too low to access the Anthropic API." }],
    providerFault(
      "The provider's account has no credit left (HTTP 400); add credit, or set another key as PROVIDER_B_API_KEY.",
    ),
  ],
  [
    google,
    "with a bad key",
    [
      {
        status: 400,
        message: "API key not valid. Please pass a valid API key.",
        code: "API_KEY_INVALID",
      },
    ],
    providerFault("The provider refused the key (HTTP 400); check PROVIDER_B_API_KEY."),
  ],
  [
    llamaServer,
    "with a bad key",
    [{ status: 401, message: "Invalid API Key", code: "authentication_error" }],
    providerFault("The provider refused the key (HTTP 401); check PROVIDER_B_API_KEY."),
  ],
  [
    ollamaNative,
    "without the model",
    [{ status: 404, message: "model 'small' not found" }],
    providerFault(
      "The provider does not know the model 'small' (HTTP 404); check PROVIDER_B_MODEL and PROVIDER_B_BASE_URL.",
    ),
  ],
  ...WIRES.map((wire): Case => [
    wire,
    "at the address of a web page",
    [{ body: PAGE, type: "text/html; charset=utf-8" }],
    providerFault(
      `The provider (${wire.kind}) answers with text/html instead of a model's answer; check PROVIDER_B_BASE_URL.`,
    ),
  ]),
];

const LARGER_MODEL =
  "Choose a model with a larger context (PROVIDER_B_MODEL), or set PROVIDER_B_CONTEXT_TOKENS to what it has.";
const LARGER_CONTEXT =
  "Raise the context of the runtime (Ollama: num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len), or set PROVIDER_B_CONTEXT_TOKENS to what it has.";
const NUM_CTX =
  "Raise PROVIDER_B_CONTEXT_TOKENS, which is sent as num_ctx, or choose a model with a larger context (PROVIDER_B_MODEL).";

/** How each service refuses a prompt that exceeds its context, and what is to be done. */
const TOO_LONG: [wire: Wire, message: string, remedy: string, code?: string][] = [
  [anthropic, "prompt is too long: 208310 tokens > 200000 maximum", LARGER_MODEL],
  [
    openaiResponses,
    "Your input exceeds the context window of this model.",
    LARGER_MODEL,
    "context_length_exceeded",
  ],
  [
    google,
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    LARGER_MODEL,
  ],
  [
    llamaServer,
    "request (4330 tokens) exceeds the available context size (4096 tokens), try increasing it",
    LARGER_CONTEXT,
    "exceed_context_size_error",
  ],
  [
    vllmServer,
    "This model's maximum context length is 4096 tokens. However, your request has 5006 input tokens.",
    LARGER_CONTEXT,
  ],
  [ollamaNative, "the input length exceeds the context length", NUM_CTX],
];

describe("a service that fails for a while is asked again", () => {
  testCases(RETRIED, { binding: { timeoutMs: 8_000 } });

  it("after the time that it asks for", async () => {
    const turns = [{ status: 429, headers: { "Retry-After": "7" } }, good];
    const { outcome, waits } = await runAt(openaiResponses, turns);
    expect((await outcome).techniques).toHaveLength(5);
    expect(waits).toEqual([7]);
  });

  it("where it reports the fault with HTTP 200", async () => {
    const failed = {
      ...openaiResponses.whole({ text: "", read: 900 }, {}),
      status: "failed",
      error: { code: "server_error", message: "The model failed to generate a response." },
    };
    expect(await analyseAt(openaiResponses, [{ body: failed }, good])).toEqual(SECOND);
  });
});

describe("a service that refuses", () => {
  testCases(REFUSED);
  testCases(
    TOO_LONG.map(([wire, message, remedy, code]): Case => [
      wire,
      "a prompt that is too long",
      [{ status: 400, message, ...(code !== undefined && { code }) }],
      providerFault(`The provider refused a prompt that exceeds its context (HTTP 400). ${remedy}`),
    ]),
  );
});

const literal = (text: string) => text.replace(/[().]/g, "\\$&");

describe("a service that reads a part of the prompt alone", () => {
  const remedies: [Wire, string][] = [
    [anthropic, LARGER_MODEL],
    [openaiResponses, LARGER_MODEL],
    [openaiChat, LARGER_CONTEXT],
    [google, LARGER_MODEL],
    [ollamaNative, NUM_CTX],
    [ollamaChat, LARGER_CONTEXT],
    [llamaServer, LARGER_CONTEXT],
    [vllmServer, LARGER_CONTEXT],
  ];
  const cases = remedies.map(([wire, remedy]): Case => {
    const read =
      /^The provider read only 100 tokens of a prompt that has at least \d+ tokens, so a part of the report was cut\. /;
    const message = expect.stringMatching(new RegExp(`${read.source}${literal(remedy)}$`));
    return [
      wire,
      "fails the analysis",
      [{ ...good, read: 100 }],
      { error: "provider_error", message, calls: 1 },
    ];
  });
  testCases(cases);
});

/** How each service refuses the schema, and JSON without one, and the field of the request in its format. */
const FORMS: [
  wire: Wire,
  refusal: Turn,
  formOf: (body: Record<string, never>) => unknown,
  forms: unknown[],
][] = [
  [
    anthropic,
    { status: 400, message: "output_config.format: Extra inputs are not permitted" },
    (body) => body["output_config"]?.["format"]?.["type"],
    ["json_schema", undefined, undefined],
  ],
  [
    openaiResponses,
    {
      status: 400,
      message: "Invalid parameter: 'text.format' of this type is not supported with this model.",
    },
    (body) => body["text"]?.["format"]?.["type"],
    ["json_schema", "json_object", undefined],
  ],
  [
    openaiChat,
    { status: 400, message: "'response_format' of this type is not supported with this model." },
    (body) => body["response_format"]?.["type"],
    ["json_schema", "json_object", undefined],
  ],
  [
    google,
    { status: 400, message: "JSON mode is not enabled for models/gemma-3-27b-it" },
    (body) => body["generationConfig"]?.["responseMimeType"],
    ["application/json", "application/json", undefined],
  ],
  [
    ollamaNative,
    { status: 500, message: "invalid JSON schema in format" },
    (body) => typeof body["format"],
    ["object", "string", "undefined"],
  ],
  [
    ollamaChat,
    { status: 500, message: "invalid JSON schema in format" },
    (body) => body["response_format"]?.["type"],
    ["json_schema", "json_object", undefined],
  ],
  [
    llamaServer,
    {
      status: 400,
      message:
        "Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #: unrecognized type banana",
    },
    (body) => body["response_format"]?.["type"],
    ["json_schema", "json_object", undefined],
  ],
  [
    vllmServer,
    {
      status: 400,
      message: "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type')}]",
    },
    (body) => body["response_format"]?.["type"],
    ["json_schema", "json_object", undefined],
  ],
];

describe("a service that refuses the schema is asked with less of it", () => {
  it.each(FORMS.map(([wire, ...rest]) => ({ at: wire.kind, model: wire.model, wire, rest })))(
    "$at, $model",
    async ({ wire, rest: [refusal, formOf, forms] }) => {
      for (const isStream of [false, true]) {
        const { outcome, asked } = await runAt(wire, [refusal, refusal, good], { isStream });
        expect((await outcome).techniques).toHaveLength(5);
        expect(asked.map((body) => formOf(body as Record<string, never>))).toEqual(forms);
      }
    },
  );
});
