import { CliError } from "./cli-error.ts";

/** The service that a command calls: on a server, or within this process. */
export interface Service {
  /** Address of the server; null within this process. */
  url: string | null;
  /** Sends a request to a path such as `/api/coverage`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Sends a request. @throws CliError with the error message of the service */
export async function request(
  service: Service,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const response = await service.fetch(path, init);
  if (response.ok && response.status !== 202) return response;
  throw new CliError(await describeRefusal(service, response));
}

/** Sends a request and returns the JSON of its response. @throws CliError like `request` */
export async function requestJson<T>(
  service: Service,
  path: string,
  init?: RequestInit,
): Promise<T> {
  return (await (await request(service, path, init)).json()) as T;
}

/** Returns the init of a request with a JSON body. */
export function jsonBody(method: string, value: unknown): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

async function describeRefusal({ url }: Service, response: Response): Promise<string> {
  const { status } = response;
  if (status === 202) return "The report is still being analyzed. Try again in a moment.";
  const text = await response.text();
  const problem = parseProblem(text);
  if (status === 401 && url !== null) {
    return `${problem ?? "The server does not know you."} Set TRADECRAFT_TOKEN to an API token of ${url}.`;
  }
  return problem ?? `The server answered ${status}, and not as Tradecraft does. Check its address.`;
}

/** Returns the message of a problem response, or null if the text is not one. */
function parseProblem(text: string): string | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === "string" ? detail : null;
  } catch {
    return null;
  }
}
