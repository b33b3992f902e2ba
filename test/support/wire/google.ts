import { cut, event, type Wire, WRITTEN_TOKENS, type Written } from "./wire.ts";

const FINISH = { done: "STOP", length: "MAX_TOKENS", filtered: "SAFETY" };
/** Google's names of HTTP errors. */
const STATUS: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const usageOf = (read: number) => ({
  promptTokenCount: read,
  candidatesTokenCount: WRITTEN_TOKENS,
  totalTokenCount: read + WRITTEN_TOKENS,
  promptTokensDetails: [{ modality: "TEXT", tokenCount: read }],
});

const tail = (read: number) => ({
  usageMetadata: usageOf(read),
  modelVersion: "gemini-2.5-flash",
  responseId: "mAitaLmkHPPlz7IPvtfUqQ4",
});

const partsOf = ({ text, thinking }: Partial<Written>) => [
  ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
  ...(text === undefined || text === "" ? [] : [{ text }]),
];

/** A candidate whose answer is withheld has no content. */
function candidate(written: Partial<Written>, finish?: string) {
  const parts = partsOf(written);
  return {
    ...(parts.length > 0 && { content: { parts, role: "model" } }),
    ...(finish !== undefined && { finishReason: finish }),
    index: 0,
  };
}

/** What comes instead of candidates where the prompt itself is blocked. */
export const blockedPrompt = (read: number): object => ({
  promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
  ...tail(read),
});

const fault: Wire["fault"] = (code, message, reason) => ({
  error: {
    code,
    message,
    status: STATUS[code],
    ...(reason !== undefined && {
      details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }],
    }),
  },
});

/** `generateContent` of Google's Gemini API. */
export const google: Wire = {
  kind: "google",
  model: "gemini-2.5-flash",
  basePath: "/v1beta",
  mediaType: "text/event-stream",
  whole: ({ read, end = "done", ...written }) => ({
    candidates: [candidate(written, FINISH[end])],
    ...tail(read),
  }),
  events: ({ text, thinking, read, end = "done" }, _request, count = 3) => {
    const chunk = (written: Partial<Written>, finish?: string) =>
      event({ candidates: [candidate(written, finish)], ...tail(read) });
    return {
      before: thinking === undefined ? [] : [chunk({ thinking })],
      pieces: cut(text, count).map((piece) => chunk({ text: piece })),
      after: [chunk({}, FINISH[end])],
    };
  },
  broken: event(fault(503, "The model is overloaded. Please try again later.")),
  fault,
};
