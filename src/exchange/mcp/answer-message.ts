import type { Context } from "hono";
import { answerWith } from "./answer-with.ts";
import { createServer, type Serving } from "./create-server.ts";

/** Answers the message of a request with the tools and resources of the service. */
export async function answerMessage(
  c: Context,
  request: Request,
  message: unknown,
  serving: Serving,
): Promise<Response> {
  const factory = () => createServer(serving);
  return await answerWith(factory, c, request, message, serving.deps.settings);
}
