import { cut, typed, type Wire, type WireRequest, WRITTEN_TOKENS, type Written } from "./wire.ts";

const ID = "msg_67ccd3acc8d48190a77525dc6de64b4104becb25c45c1d41";
const INCOMPLETE = { done: null, length: { reason: "max_output_tokens" }, filtered: null };

const reasoning = (thinking: string) => ({
  type: "reasoning",
  id: "rs_6876cf02e0bc8192b74af0fb64b715ff06fa2fcced15a5ac",
  summary: [{ type: "summary_text", text: thinking }],
});

/** A model that will not answer writes a part of this kind instead of text. */
const partOf = ({ text, end }: Written) =>
  end === "filtered"
    ? { type: "refusal", refusal: text }
    : { type: "output_text", text, annotations: [], logprobs: [] };

function itemsOf(written: Written): object[] {
  const { thinking, text } = written;
  const message = { type: "message", id: ID, role: "assistant" };
  return [
    ...(thinking === undefined ? [] : [reasoning(thinking)]),
    ...(text === "" ? [] : [{ ...message, status: "completed", content: [partOf(written)] }]),
  ];
}

function responseOf(written: Written, { model }: WireRequest, more: object = {}) {
  const { read, end = "done" } = written;
  const details = INCOMPLETE[end];
  return {
    id: "resp_67ccd3a9da748190baa7f1570fe91ac604becb25c45c1d41",
    object: "response",
    created_at: 1_763_000_000,
    status: details === null ? "completed" : "incomplete",
    error: null,
    incomplete_details: details,
    instructions: null,
    model,
    output: itemsOf(written),
    parallel_tool_calls: true,
    service_tier: "default",
    usage: {
      input_tokens: read,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: WRITTEN_TOKENS,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: read + WRITTEN_TOKENS,
    },
    ...more,
  };
}

/** The Responses API of OpenAI, which kind `openai` calls. */
export const openaiResponses: Wire = {
  kind: "openai",
  model: "gpt-5-mini",
  basePath: "/v1",
  mediaType: "text/event-stream; charset=utf-8",
  whole: (written, request) => responseOf(written, request),
  events: (written, request, count = 3) => {
    let sequence = 0;
    const numbered = (data: { type: string; [field: string]: unknown }) =>
      typed({ ...data, sequence_number: (sequence += 1) });
    const { thinking, text, end } = written;
    const open = responseOf(written, request, { status: "in_progress", output: [], usage: null });
    const at = thinking === undefined ? 0 : 1;
    const place = { item_id: ID, output_index: at, content_index: 0 };
    const item = { type: "message", id: ID, role: "assistant", content: [] };
    const kind = end === "filtered" ? "refusal" : "output_text";
    const done = responseOf(written, request);
    const thought = thinking === undefined ? [] : [reasoning(thinking)];
    return {
      before: [
        numbered({ type: "response.created", response: open }),
        numbered({ type: "response.in_progress", response: open }),
        ...thought.flatMap((one) => [
          numbered({
            type: "response.output_item.added",
            output_index: 0,
            item: { ...one, summary: [] },
          }),
          numbered({ type: "response.output_item.done", output_index: 0, item: one }),
        ]),
        numbered({
          type: "response.output_item.added",
          output_index: at,
          item: { ...item, status: "in_progress" },
        }),
      ],
      pieces: cut(text, count).map((delta) =>
        numbered({ type: `response.${kind}.delta`, ...place, delta }),
      ),
      after: [
        numbered({
          type: "response.output_item.done",
          output_index: at,
          item: { ...item, status: "completed", content: [partOf(written)] },
        }),
        numbered({ type: `response.${done.status}`, response: done }),
      ],
    };
  },
  broken: typed({
    type: "response.failed",
    sequence_number: 9,
    response: {
      ...responseOf({ text: "", read: 0 }, { model: "gpt-5-mini" }),
      status: "failed",
      error: { code: "server_error", message: "The model failed to generate a response." },
    },
  }),
  fault: (_status, message, code) => ({
    error: { message, type: "invalid_request_error", param: null, code: code ?? null },
  }),
};
