import { beforeAll, expect, it } from "vitest";
import { ingestSmallRelease } from "../../support/service.ts";
import recorded from "../../support/recorded/taxii-clients.json?raw";
import { type Envelope, shareReport } from "../../support/taxii.ts";
import { requestWith, TEAM } from "../../support/team.ts";

/** Requests of clients that others wrote (scripts/judges/parsers/taxii_judge.py), the last of which repeats. */
interface Recording {
  from: string;
  requests: {
    path: string;
    query: Record<string, string>;
    accept: string;
    scheme: "Basic" | "Token";
  }[];
}

const RECORDINGS = JSON.parse(recorded) as Recording[];
const ADDRESSES = Array.from({ length: 60 }, (_, at) => `45.9.9.${at + 1}`);
/** Far fewer than the clients request, for the test has far fewer objects. */
const LIMIT = "40";

let token = "";
beforeAll(async () => {
  await ingestSmallRelease();
  const text = `APT29 ran T1059.001.\n\nIndicators of compromise\n\n${ADDRESSES.join("\n")}`;
  await shareReport(text, "green", "Отчёт | 报告");
  const made = await requestWith(TEAM, "/api/tokens", {
    method: "POST",
    headers: { "X-Auth-User": "ann@example.org", "X-Auth-Roles": "analyst" },
    body: JSON.stringify({ name: "TAXII", role: "viewer" }),
  });
  ({ token } = await made.json<{ token: string }>());
});

it.each(RECORDINGS)("$from gets what it asks for", async ({ requests }) => {
  const ids: string[] = [];
  const send = async (
    { path, query, accept, scheme }: Recording["requests"][number],
    after?: string,
  ) => {
    const changed: Record<string, string> = { ...query };
    if ("limit" in query) changed["limit"] = LIMIT;
    if ("next" in query) changed["next"] = after ?? "";
    if ("added_after" in query) changed["added_after"] = "2026-01-01T00:00:00.000000Z";
    const Authorization =
      scheme === "Basic" ? `Basic ${btoa(`any:${token}`)}` : `${scheme} ${token}`;
    const headers = { Accept: accept, Authorization };
    const response = await requestWith(TEAM, `${path}?${new URLSearchParams(changed).toString()}`, {
      headers,
    });
    expect([path, response.status]).toEqual([path, 200]);
    // The client compares it with what it accepts.
    expect(response.headers.get("Content-Type")).toBe(accept);
    const body = await response.json<Envelope>();
    ids.push(...(body.objects ?? []).map(({ id }) => id));
    return body.next;
  };
  let next: string | undefined;
  for (const one of requests) next = await send(one, next);
  const last = requests.at(-1) as Recording["requests"][number];
  while (next !== undefined) next = await send(last, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0);
  const whole = requests.some(({ query }) => "limit" in query && !("match[type]" in query));
  if (whole) expect(ids.filter((id) => id.startsWith("indicator--"))).toHaveLength(60);
});
