import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";
import { fetchSeen } from "./bookmark.ts";
import { etagOf, isLoginPage, Problem, toProblem } from "./problem.ts";

/** A named schema of the interface. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * The API client for the OpenAPI document. Returns failures as values. Returns redirects unfollowed, because
 * they only lead to a proxy's login page.
 */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  redirect: "manual",
  fetch: fetchSeen,
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of a response.
 * @throws Problem with the service's own message; status 0 without a response
 */
export async function bodyOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(
      0,
      "unreachable",
      "The service cannot be reached; try again in a moment.",
      null,
    );
  });
  if (!answer.response.ok || isLoginPage(answer.response))
    throw toProblem(answer.error, answer.response);
  return answer.data as T;
}

/** A response body with the entity tag of its state. */
export interface Stated<T> {
  body: T;
  etag: string;
}

/**
 * Returns a response with its entity tag.
 * @throws Problem
 */
export async function statedOf<T>(asked: Promise<Answer<T>>): Promise<Stated<T>> {
  let etag = "";
  const body = await bodyOf(
    asked.then((answer) => {
      etag = etagOf(answer.response);
      return answer;
    }),
  );
  return { body, etag };
}

/** Returns the header with the state that a change is based on. */
export const ifMatch = (etag: string) => ({ header: { "if-match": etag } });

/** Returns a page of a list and the total number of items. */
export async function pageOf<T>(
  asked: Promise<Answer<T[]>>,
): Promise<{ items: T[]; total: number }> {
  let total = 0;
  const items = await bodyOf(
    asked.then((answer) => {
      total = Number(answer.response.headers.get("X-Total-Count") ?? 0);
      return answer;
    }),
  );
  return { items, total };
}
