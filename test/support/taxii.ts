import { form, request, requestJson } from "./service.ts";

export const ROOT = "/taxii2/tradecraft/";
export const TAXII = "application/taxii+json;version=2.1";

export interface SharedObject {
  type: string;
  id: string;
  [property: string]: unknown;
}

export interface Envelope {
  more?: boolean;
  next?: string;
  objects?: SharedObject[];
  versions?: string[];
}

/** Analyzes a report and decides its marking, if one is given. */
export async function shareReport(text: string, tlp: string | null, name = "A report") {
  const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text, name }));
  if (tlp !== null) await changeSession(body.session_id, { tlp });
  return body.session_id;
}

export async function changeSession(id: string, change: object): Promise<void> {
  const init = { method: "PATCH", body: JSON.stringify(change) };
  const { status } = await request(`/api/analyze/sessions/${id}`, init);
  if (status !== 200) throw new Error(`The change of session ${id} answered ${status}.`);
}

/** Reads a resource of the API root. */
export async function taxii(path: string, headers: Record<string, string> = {}) {
  return await requestJson<Envelope & Record<string, unknown>>(`${ROOT}${path}`, {
    headers: { Accept: TAXII, ...headers },
  });
}

/** Reads a collection page by page as clients do, with the filters sent again or not. */
export async function readCollection(
  alias: string,
  query: Record<string, string> = {},
  { repeats = true, between = async () => {} } = {},
): Promise<{ objects: SharedObject[]; pages: number[] }> {
  const objects: SharedObject[] = [];
  const pages: number[] = [];
  let next: string | undefined;
  do {
    const sent: Record<string, string> =
      next === undefined ? query : { ...(repeats && query), next };
    const search = new URLSearchParams(sent).toString();
    const { status, body } = await taxii(`collections/${alias}/objects/?${search}`);
    if (status !== 200) throw new Error(`The page answered ${status}: ${JSON.stringify(body)}`);
    objects.push(...(body.objects ?? []));
    pages.push(body.objects?.length ?? 0);
    next = body.more === true ? body.next : undefined;
    await between();
  } while (next !== undefined);
  return { objects, pages };
}
