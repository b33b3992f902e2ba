import { expect } from "vitest";

const PATH = "/api/pipeline/observables";

/** An observable as the service shows it. */
export interface ShownObservable {
  id: string;
  kind: string;
  normalized_value: string;
  role: string;
  confidence: number;
  tags: string[];
  active: boolean;
}

async function send<T>(url: string, body: unknown): Promise<T> {
  const answered = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([url, answered.ok]).toEqual([url, true]);
  return (await answered.json()) as T;
}

/** Adds an observable by hand. */
export async function addObservable(
  url: string,
  body: { kind: string; value: string; tags?: string[]; confidence?: number },
): Promise<ShownObservable> {
  return await send(`${url}${PATH}`, body);
}

/** The id of an observable that is added by hand; null where it is refused. */
export async function tryObservable(
  url: string,
  body: { kind: string; value: string; tags: string[] },
): Promise<string | null> {
  const answered = await fetch(`${url}${PATH}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answered.ok ? ((await answered.json()) as ShownObservable).id : null;
}

/** Collects a report; answers its id and those of its observables. */
export async function collectReport(
  url: string,
  body: { title: string; summary: string; technique_ids?: string[]; group_ids?: string[] },
): Promise<{ id: string; observable_ids: string[] }> {
  return await send(`${url}/api/pipeline/intake`, body);
}

/** The observables that fit a query. */
export async function listObservables(url: string, query = ""): Promise<ShownObservable[]> {
  const answered = await fetch(`${url}${PATH}?${query}`);
  return (await answered.json()) as ShownObservable[];
}
