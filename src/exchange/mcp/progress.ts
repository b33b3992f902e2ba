import type { ServerContext } from "@modelcontextprotocol/server";

/**
 * Returns a function that reports progress to the client. The protocol requires increasing numbers, so a new stage
 * continues from the end of the last one.
 */
export function createProgress({ mcpReq }: Pick<ServerContext, "mcpReq">) {
  const { _meta: meta } = mcpReq;
  const token = meta?.progressToken;
  let base = 0;
  let last = { stage: "", done: 0, total: 0 };
  return (stage: string, done: number, total: number): void => {
    if (token === undefined) return;
    if (stage !== last.stage) base += last.total;
    else if (done <= last.done) return;
    last = { stage, done, total };
    const params = {
      progressToken: token,
      progress: base + done,
      total: base + total,
      message: `${stage}: ${done} of ${total}`,
    };
    // The signal reports a client that disconnected.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
