import { consoleLog } from "./platform/lib/log.ts";
import type { Services } from "./services.ts";

/** A request and its response. */
export interface NotedRequest {
  method: string;
  /** The template of its route. */
  route: string;
  status: number;
  requestId: string;
  /** When it arrived, in milliseconds since 1970. */
  begun: number;
}

/** Counts a request, and logs it if the operator enabled request logging. */
export function noteRequest(
  { requests, settings }: Pick<Services, "requests" | "settings">,
  { method, route, status, requestId, begun }: NotedRequest,
): void {
  const seconds = (Date.now() - begun) / 1000;
  requests?.count(method, route, status, seconds);
  if (!settings.LOG_REQUESTS) return;
  consoleLog("info", "request", { request_id: requestId, method, route, status, seconds });
}
