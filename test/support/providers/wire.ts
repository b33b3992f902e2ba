/** A request as a provider sees it. */
export interface WireRequest {
  method: string;
  /** Path and query, from the slash after the base URL on. */
  path: string;
  headers: Headers;
  body: string;
}

/** A response as a provider prints it. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A stand-in for one provider: prints what the real one prints for the few values that it knows. */
export type Wire = (request: WireRequest) => WireResponse;

/** The key that every stand-in accepts. */
export const GOOD_KEY = "k3y-of-the-tests-0123456789abcdef";

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  const type = { "Content-Type": "application/json; charset=utf-8" };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** The fields of a posted form. */
export const fieldsOf = ({ body }: WireRequest) => Object.fromEntries(new URLSearchParams(body));
