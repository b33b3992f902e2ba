import { cut, type Wire, type WireRequest, WRITTEN_TOKENS, type Written } from "./wire.ts";

const line = ({ model }: WireRequest, message: object, more: object) => ({
  model,
  created_at: "2026-11-27T22:48:00.765031968Z",
  message: { role: "assistant", content: "", ...message },
  ...more,
});

const countsOf = ({ read, end }: Written) => ({
  done: true,
  done_reason: end === "length" ? "length" : "stop",
  total_duration: 1_058_284_486,
  load_duration: 361_607_402,
  prompt_eval_count: read,
  prompt_eval_duration: 83_017_284,
  eval_count: WRITTEN_TOKENS,
  eval_duration: 448_464_852,
});

const print = (data: object) => `${JSON.stringify(data)}\n`;

/** Ollama's own `/api/chat`. */
export const ollamaNative: Wire = {
  kind: "ollama",
  model: "small",
  basePath: "",
  mediaType: "application/x-ndjson",
  whole: (written, request) => {
    const { text: content, thinking } = written;
    return line(
      request,
      { content, ...(thinking !== undefined && { thinking }) },
      countsOf(written),
    );
  },
  events: (written, request, count = 3) => {
    const { text, thinking } = written;
    const piece = (message: object) => print(line(request, message, { done: false }));
    return {
      before: thinking === undefined ? [] : [piece({ thinking })],
      pieces: cut(text, count).map((content) => piece({ content })),
      after: [print(line(request, {}, countsOf(written)))],
    };
  },
  broken: print({ error: "an error was encountered while running the model: unexpected EOF" }),
  fault: (_status, error) => ({ error }),
};
