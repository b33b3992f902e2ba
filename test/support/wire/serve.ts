import { countLikeModel, event, print, type Wire, type WireRequest, type Written } from "./wire.ts";

/** What happens at one call: the model answers, or something goes wrong. */
export type Turn =
  /** Whole, or as the stream that is asked for. */
  | Partial<Written>
  /** Answers a stream up to the middle: cut within an event, ended without a last one, or ended by a fault. */
  | { half: string; ends: "cut" | "end" | "fault" }
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  /** A body that is none of the format's. */
  | { body: string | object; type?: string };

/** A service that a test talks to. */
export interface Served {
  network: typeof fetch;
  /** The bodies of the calls of the model, in order. */
  asked: WireRequest[];
}

/** Where a runtime would describe itself; this one does not. */
const ABOUT_RUNTIME = /\/(?:models|props|show|ps)$/;

/** Answers the calls of a model one turn after the other, the last one again and again. */
export function serve(
  wire: Wire,
  turns: readonly Turn[] | ((request: WireRequest, call: number) => Turn),
): Served {
  const asked: WireRequest[] = [];
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (ABOUT_RUNTIME.test(request.url)) return new Response("Not Found", { status: 404 });
    const body = (await request.json()) as WireRequest;
    const call = asked.push(body) - 1;
    const turn =
      typeof turns === "function" ? turns(body, call) : turns[Math.min(call, turns.length - 1)];
    const isStream = body["stream"] === true || request.url.includes(":streamGenerateContent");
    return respond(wire, turn ?? { text: "" }, body, isStream);
  };
  return { network, asked };
}

function respond(wire: Wire, turn: Turn, request: WireRequest, isStream: boolean): Response {
  if ("status" in turn) {
    const { status, message = "secret words of the provider", code, headers = {} } = turn;
    return Response.json(wire.fault(status, message, code), { status, headers });
  }
  if ("body" in turn) {
    const { body, type = isStream ? wire.mediaType : "application/json" } = turn;
    const json = isStream ? event(body as object) : JSON.stringify(body);
    const text = typeof body === "string" ? body : json;
    return new Response(text, { headers: { "Content-Type": type } });
  }
  const headers = { "Content-Type": wire.mediaType };
  const read = countLikeModel(JSON.stringify(request));
  if ("half" in turn) {
    const written = { text: turn.half, read };
    if (!isStream) return cutOff(JSON.stringify(wire.whole(written, request)).slice(0, -9), {});
    const { before, pieces } = wire.events(written, request, 4);
    const half = [...before, ...pieces.slice(0, 2)].join("");
    if (turn.ends === "cut") return cutOff(`${half}${pieces[2]?.slice(0, -20)}`, headers);
    return new Response(turn.ends === "end" ? half : half + wire.broken, { headers });
  }
  return print(wire, { text: "", read, ...turn }, request, isStream);
}

/** A connection that breaks after some bytes, when they were read: a fault overtakes bytes that were not. */
function cutOff(text: string, headers: Record<string, string>): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) controller.enqueue(new TextEncoder().encode(text));
      else {
        await new Promise((resolve) => setTimeout(resolve, 0));
        controller.error(new TypeError("terminated"));
      }
      isSent = true;
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json", ...headers } });
}
