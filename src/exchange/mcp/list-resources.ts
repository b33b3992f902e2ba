import { listVersions } from "../../knowledge/attack/list-versions.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { listSessions } from "../../reading/sessions/list/list-sessions.ts";
import { listLayers } from "../../sharing/layers/list-layers.ts";
import { EVIDENCE_APP } from "./app-resource.ts";
import { cursorAfter, readCursor } from "./cursor.ts";
import type { McpDeps } from "./deps.ts";
import { isRed } from "./require-not-red.ts";

const PAGE = 50;
const JSON_TYPE = "application/json";

interface Resource {
  [field: string]: unknown;
  uri: string;
  name: string;
  mimeType: string;
}
/** One kind of resource, read in pages. */
type Source = (deps: McpDeps, page: Page & { limit: number }) => Promise<Paged<Resource>>;

const app: Source = async (_deps, page) =>
  cut(
    [
      {
        uri: EVIDENCE_APP,
        name: "Evidence beside the text",
        mimeType: "text/html;profile=mcp-app",
      },
    ],
    page,
  );

const releases: Source = async (deps, page) => {
  const all = await listVersions(deps, undefined);
  const resources = all.map(({ domain, version }) => ({
    uri: `tradecraft://releases/${domain}/${encodeURIComponent(version)}`,
    name: `${domain} ${version}`,
    mimeType: JSON_TYPE,
  }));
  return cut(resources, page);
};

const layers: Source = async (deps, page) => {
  const { items, total } = await listLayers(deps, page);
  const resources = items.map(({ layer_id: id, name }) => ({
    uri: `tradecraft://layers/${id}`,
    name,
    mimeType: JSON_TYPE,
  }));
  return { items: resources, total };
};

const sessions: Source = async (deps, page) => {
  const filter = { status: "completed", order: "newest" } as const;
  const { items, total } = await listSessions(deps, page, filter);
  const resources = items.map((session) => ({
    uri: `tradecraft://sessions/${session.session_id}`,
    name: isRed(session) ? "(TLP:RED)" : session.title,
    mimeType: JSON_TYPE,
  }));
  return { items: resources, total };
};

const SOURCES: readonly Source[] = [app, releases, layers, sessions];

/**
 * Lists a page of all resources, one kind after another.
 * @throws AppError `validation_error` for a cursor that was not issued
 */
export async function listResources(
  deps: McpDeps,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const from = readCursor("resources", cursor);
  const resources: Resource[] = [];
  let before = 0;
  for (const source of SOURCES) {
    const offset = Math.max(0, from + resources.length - before);
    // If the page is full, only the total is needed.
    const limit = Math.max(1, PAGE - resources.length);
    const { items, total } = await source(deps, { limit, offset });
    if (resources.length < PAGE) resources.push(...items);
    before += total;
  }
  const next = cursorAfter("resources", from + resources.length, before);
  return { resources, ...(next !== null && { nextCursor: next }) };
}

function cut<T>(all: T[], { offset, limit }: Page & { limit: number }): Paged<T> {
  return { items: all.slice(offset, offset + limit), total: all.length };
}
