import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMIT } from "../../../src/platform/d1/databases.ts";
import type { CommentView } from "../../../src/reading/review/comments/schema.ts";
import type { SecondOpinion } from "../../../src/reading/review/second-opinion/opinion-schema.ts";
import { deleteSession } from "../../../src/reading/sessions/delete-session.ts";
import type { Services } from "../../../src/services.ts";
import { json, newSession } from "../../support/edits.ts";
import { beforeFirstWrite } from "../../support/interrupted-writes.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";
import { listRoutes, requestWith } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const PREFIX = "/api/analyze/sessions/{session_id}";
const database = env.WORKSPACE_DB;

/** A report that each write would change: with an added technique, a comment and a second opinion. */
async function openReport() {
  const session = await newSession();
  const { id, path } = session;
  await session.add({ attack_id: "T1574.001", evidence: "loader" });
  const [added] = (await session.history()).body;
  const comment = await requestJson<CommentView>(`${path}/comments`, json("POST", { text: "Ok." }));
  // The second opinion finds what the session lacks.
  await database
    .prepare("delete from session_techniques where attack_id = 'T1059.001' and session_id = ?")
    .bind(id)
    .run();
  const ask = `${path}/second-opinion?provider=provider_a`;
  const { body: opinion } = await requestJson<SecondOpinion>(ask, json("POST"));
  return {
    id,
    path,
    changeId: added?.change_id ?? "",
    commentId: comment.body.comment_id,
    opinionId: opinion.opinion_id,
  };
}
type Report = Awaited<ReturnType<typeof openReport>>;

/** Signs it past the service, so that only its state tells of the signature, and no change. */
const sign = async ({ id }: Report) =>
  await database
    .prepare(
      "update sessions set review_state = 'signed', signed_by = 'ann', signed_at = 'now' where id = ?",
    )
    .bind(id)
    .run();

const fail = async ({ id }: Report) =>
  await database.prepare("update sessions set status = 'failed' where id = ?").bind(id).run();

interface Write {
  prepare?: (report: Report) => Promise<unknown>;
  /** What follows the path of the session. */
  at?: (report: Report) => string;
  init: (report: Report) => RequestInit;
}

/** What changes the report. */
const CHANGES: Record<string, Write> = {
  [`PATCH ${PREFIX}`]: { init: () => json("PATCH", { name: "Other" }) },
  [`DELETE ${PREFIX}`]: { init: () => json("DELETE") },
  [`POST ${PREFIX}/retry`]: { prepare: fail, at: () => "/retry", init: () => json("POST") },
  [`POST ${PREFIX}/reanalyse`]: { at: () => "/reanalyse", init: () => json("POST") },
  [`POST ${PREFIX}/techniques`]: {
    at: () => "/techniques",
    init: () => json("POST", { attack_id: "T1059", evidence: "host" }),
  },
  [`PATCH ${PREFIX}/techniques/{attack_id}`]: {
    at: () => "/techniques/T1566",
    init: () => json("PATCH", { note: "Other" }),
  },
  [`DELETE ${PREFIX}/techniques/{attack_id}`]: {
    at: () => "/techniques/T1574.001",
    init: () => json("DELETE"),
  },
  [`POST ${PREFIX}/techniques/review`]: {
    at: () => "/techniques/review",
    init: () => json("POST", { changes: [{ attack_id: "T1566", review_status: "rejected" }] }),
  },
  [`POST ${PREFIX}/history/{change_id}/undo`]: {
    at: ({ changeId }) => `/history/${changeId}/undo`,
    init: () => json("POST"),
  },
  [`POST ${PREFIX}/second-opinion/accept`]: {
    at: () => "/second-opinion/accept",
    init: ({ opinionId }) => json("POST", { opinion_id: opinionId }),
  },
};

const PROOFS = { PROOF_LINKS: "true" };
let proofLinkId = "";
async function publish({ path }: Report): Promise<void> {
  const response = await requestWith(PROOFS, `${path}/proof-links`, json("POST", {}));
  proofLinkId = (await response.json<{ id: string }>()).id;
}

/** What changes nothing of the report: comments, a proposal and proof links, which are stored in addition, and a comparison. */
const ADDITIONS: Record<string, Write & { status: number }> = {
  [`POST ${PREFIX}/comments`]: {
    at: () => "/comments",
    init: () => json("POST", { text: "Seen." }),
    status: 201,
  },
  [`DELETE ${PREFIX}/comments/{comment_id}`]: {
    at: ({ commentId }) => `/comments/${commentId}`,
    init: () => json("DELETE"),
    status: 204,
  },
  [`POST ${PREFIX}/proof-links`]: {
    at: () => "/proof-links",
    init: () => json("POST", {}),
    status: 201,
  },
  [`DELETE ${PREFIX}/proof-links/{id}`]: {
    prepare: publish,
    at: () => `/proof-links/${proofLinkId}`,
    init: () => json("DELETE"),
    status: 204,
  },
  [`POST ${PREFIX}/compare`]: { at: () => "/compare", init: () => json("POST"), status: 200 },
  [`POST ${PREFIX}/second-opinion`]: {
    at: () => "/second-opinion?provider=provider_a",
    init: () => json("POST"),
    status: 200,
  },
};

/** Everything that the report is made of: rows, files and what the interface shows. */
async function snapshot({ id, path }: Report) {
  const rows = async (table: string, column: string) =>
    (await database.prepare(`select * from ${table} where ${column} = ?`).bind(id).all()).results;
  const { objects } = await env.FILES.list({ prefix: `sessions/${id}/` });
  const shown = await requestWith({}, path.replace("/sessions", ""));
  const markdown = await requestWith({}, `/api/export/analysis/${id}/markdown`);
  return {
    session: await rows("sessions", "id"),
    techniques: await rows("session_techniques", "session_id"),
    changes: await rows("session_changes", "session_id"),
    files: objects
      .filter(({ key }) => !/opinion|exports/u.test(key))
      .map(({ key, etag }) => [key, etag]),
    etag: shown.headers.get("ETag"),
    shown: await textOf(shown),
    markdown: await textOf(markdown),
  };
}

/** Without the request, which the answer for a failed session names. */
async function textOf(response: Response): Promise<string> {
  return (await response.text()).replace(/"request_id":"[^"]*"/u, "");
}

const actsOn = async ({ id }: Report) =>
  await database.prepare("select count(*) as n from audit where object_id = ?").bind(id).first("n");

async function send(
  report: Report,
  { at = () => "", init }: Write,
  settings: Record<string, unknown> = {},
) {
  const response = await requestWith(settings, `${report.path}${at(report)}`, init(report));
  const text = await response.text();
  return { status: response.status, code: /"code":"(\w+)"/u.exec(text)?.[1] };
}

it("every write below a session is in one of the two tables", async () => {
  const writes = (await listRoutes())
    .filter(({ method, template }) => method !== "GET" && template.startsWith(PREFIX))
    .map(({ method, template }) => `${method} ${template}`);
  const known = [...Object.keys(CHANGES), ...Object.keys(ADDITIONS)];
  expect(writes.sort()).toEqual(known.sort());
});

describe("a signed report", () => {
  it.each(Object.entries(CHANGES))("refuses %s", async (_route, write) => {
    const report = await openReport();
    await write.prepare?.(report);
    await sign(report);
    const [before, acts] = [await snapshot(report), await actsOn(report)];
    expect(await send(report, write)).toEqual({ status: 409, code: "session_signed" });
    expect([await snapshot(report), await actsOn(report)]).toEqual([before, acts]);
  });

  it.each(Object.entries(CHANGES))(
    "refuses %s also if it is signed before the write",
    async (_route, write) => {
      const report = await openReport();
      await write.prepare?.(report);
      const acts = await actsOn(report);
      let before: unknown;
      const WORKSPACE_DB = beforeFirstWrite(database, async () => {
        await sign(report);
        before = await snapshot(report);
      });
      expect(await send(report, write, { WORKSPACE_DB })).toEqual({
        status: 409,
        code: "session_signed",
      });
      expect([await snapshot(report), await actsOn(report)]).toEqual([before, acts]);
    },
  );

  it.each(Object.entries(ADDITIONS))(
    "takes %s, which changes nothing of it",
    async (_route, write) => {
      const report = await openReport();
      await sign(report);
      await write.prepare?.(report);
      const before = await snapshot(report);
      expect((await send(report, write, PROOFS)).status).toBe(write.status);
      expect(await snapshot(report)).toEqual(before);
    },
  );
});

it("a report that is deleted before its second opinion is requested leaves no entry of one", async () => {
  const report = await openReport();
  const acts = await actsOn(report);
  const WORKSPACE_DB = beforeFirstWrite(database, async () => {
    await database.prepare("delete from sessions where id = ?").bind(report.id).run();
  });
  const ask = ADDITIONS[`POST ${PREFIX}/second-opinion`];
  expect(ask && (await send(report, ask, { WORKSPACE_DB }))).toEqual({
    status: 404,
    code: "not_found",
  });
  expect(await actsOn(report)).toBe(acts);
});

it("a report that is signed during its deletion and reopened then is still there", async () => {
  const report = await openReport();
  const before = await snapshot(report);
  const deps = testServices();
  const commit: Services["workspace"][typeof COMMIT] = async (statements) => {
    await sign(report);
    const results = await deps.workspace[COMMIT](statements);
    await database
      .prepare(
        "update sessions set review_state = 'draft', signed_by = null, signed_at = null where id = ?",
      )
      .bind(report.id)
      .run();
    return results;
  };
  const services = { ...deps, workspace: { ...deps.workspace, [COMMIT]: commit } };
  await expect(deleteSession(services, "bob", report.id)).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await snapshot(report)).toEqual(before);
});
