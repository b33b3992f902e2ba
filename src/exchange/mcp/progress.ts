import type { ServerContext } from "@modelcontextprotocol/server";

/**
 * Returns what reports progress to the client of a request. The numbers only grow, as the protocol
 * demands: a new stage continues where the last one ended.
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
    // A client that went away is reported by the signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
