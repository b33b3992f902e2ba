import {
  cut,
  type Events,
  typed,
  type Wire,
  type WireRequest,
  WRITTEN_TOKENS,
  type Written,
} from "./wire.ts";

const STOP = { done: "end_turn", length: "max_tokens", filtered: "refusal" };
const SIGNATURE = "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk";

/** Whether an answer is the input of a tool, which models without structured output are made to call. */
function isToolCall({ text, end }: Written, { tools }: WireRequest): boolean {
  return Array.isArray(tools) && end === undefined && text.startsWith("{") && text.endsWith("}");
}

const stopOf = (written: Written, request: WireRequest) =>
  isToolCall(written, request) ? "tool_use" : STOP[written.end ?? "done"];

const message = (model: unknown, read: number, more: object) => ({
  id: "msg_01XFDUDYJgAACzvnptvVoYEL",
  type: "message",
  role: "assistant",
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: {
    input_tokens: read,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: WRITTEN_TOKENS,
  },
  ...more,
});

function contentOf(written: Written, request: WireRequest): object[] {
  const { text, thinking } = written;
  const thoughts =
    thinking === undefined ? [] : [{ type: "thinking", thinking, signature: SIGNATURE }];
  if (text === "") return thoughts;
  if (!isToolCall(written, request)) return [...thoughts, { type: "text", text }];
  return [...thoughts, { ...TOOL_CALL, input: JSON.parse(text) as object }];
}

const TOOL_CALL = {
  type: "tool_use",
  id: "toolu_01T1x1fJ34qAmk2tNTrN7Up6",
  name: "json",
  input: {},
};

function blockEvents(
  index: number,
  block: object,
  deltas: { type: string; [field: string]: unknown }[],
): Events {
  return {
    before: [typed({ type: "content_block_start", index, content_block: block })],
    pieces: deltas.map((delta) => typed({ type: "content_block_delta", index, delta })),
    after: [typed({ type: "content_block_stop", index })],
  };
}

/** The Messages API of Anthropic. */
export const anthropic: Wire = {
  kind: "anthropic",
  model: "claude-sonnet-4-5",
  basePath: "/v1",
  mediaType: "text/event-stream; charset=utf-8",
  whole: (written, request) =>
    message(request["model"], written.read, {
      content: contentOf(written, request),
      stop_reason: stopOf(written, request),
    }),
  events: (written, request, count = 3) => {
    const { text, thinking, read } = written;
    const thoughts =
      thinking === undefined
        ? null
        : blockEvents(0, { type: "thinking", thinking: "", signature: "" }, [
            { type: "thinking_delta", thinking },
            { type: "signature_delta", signature: SIGNATURE },
          ]);
    const isTool = isToolCall(written, request);
    const answer = blockEvents(
      thoughts === null ? 0 : 1,
      isTool ? TOOL_CALL : { type: "text", text: "" },
      cut(text, count).map((piece) =>
        isTool
          ? { type: "input_json_delta", partial_json: piece }
          : { type: "text_delta", text: piece },
      ),
    );
    const start = { type: "message_start", message: message(request["model"], read, {}) };
    const delta = { stop_reason: stopOf(written, request), stop_sequence: null };
    const usage = { output_tokens: WRITTEN_TOKENS };
    return {
      before: [
        typed(start),
        typed({ type: "ping" }),
        ...(thoughts === null ? [] : [...thoughts.before, ...thoughts.pieces, ...thoughts.after]),
        ...(text === "" ? [] : answer.before),
      ],
      pieces: answer.pieces,
      after: [
        ...(text === "" ? [] : answer.after),
        typed({ type: "message_delta", delta, usage }),
        typed({ type: "message_stop" }),
      ],
    };
  },
  broken: typed({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  fault: (_status, text, type = "invalid_request_error") => ({
    type: "error",
    error: { type, message: text },
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
  }),
};
