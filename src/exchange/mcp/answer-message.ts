import { answerWith } from "./answer-with.ts";
import { createServer, type Serving } from "./create-server.ts";

/** Answers an MCP message with the tools and resources of the service. */
export async function answerMessage(
  request: Request,
  message: unknown,
  serving: Serving,
): Promise<Response> {
  return await answerWith(() => createServer(serving), request, message);
}
