import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;
const LONGEST_MS = 60_000;

/** Calls the API of a service. */
export interface Api {
  send<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Asks until an answer fits, for things that happen in the background. */
  until<T>(path: string, fits: (answer: T) => boolean): Promise<T>;
}

/** @throws Error that names the request, when the service refuses one or an answer takes a minute */
export function apiOf(url: string): Api {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, { method, ...bodyOf(body) });
    if (response.ok) return (await response.json()) as T;
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const until = async <T>(path: string, fits: (answer: T) => boolean): Promise<T> => {
    for (const end = Date.now() + LONGEST_MS; Date.now() < end; await sleep(POLL_MS)) {
      const answer = await send<T>("GET", path);
      if (fits(answer)) return answer;
    }
    throw new Error(`GET ${path} did not become what the demo needs within a minute.`);
  };
  return { send, until };
}

/** Text goes as it is and a form as a form; everything else is JSON. */
function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  if (typeof body === "string") {
    return { body, headers: { "Content-Type": "application/octet-stream" } };
  }
  return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}
