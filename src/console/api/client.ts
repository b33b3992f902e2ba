import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";
import { fetchSeen } from "./bookmark.ts";
import { etagOf, isLoginPage, Problem, toProblem } from "./problem.ts";

/** A named schema of the interface. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * The interface as its OpenAPI document describes it; tells failures as values. A redirect is told
 * as it is, for only a proxy's login page lies behind one.
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

/** The body of an answer. @throws Problem with the service's own words, status 0 without an answer */
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

/** What was answered, and the entity tag of its state. */
export interface Stated<T> {
  body: T;
  etag: string;
}

/** An answer with its entity tag. @throws Problem */
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

/** The header that says which state a change is meant for. */
export const ifMatch = (etag: string) => ({ header: { "if-match": etag } });

/** A page of a list and how many items it has in all. */
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
