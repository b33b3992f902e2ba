import { beforeAll, expect, it } from "vitest";
import { form, ingestAsShipped, requestJson } from "../../support/service.ts";

const PATH = "/api/pipeline/observables";
const REPORTS = [
  "The actor sent beacons to alpha-c2.net and bravo-c2.net.",
  "The actor sent beacons to bravo-c2.net and charlie-c2.net and 45.77.10.9.",
  "The actor sent beacons to bravo-c2.net, charlie-c2.net once more.",
];

interface Listed {
  value: string;
  kind: string;
  confidence: number;
}

const list = async (query: string) => {
  const { status, body, headers } = await requestJson<Listed[]>(`${PATH}?${query}`);
  expect(status).toBe(200);
  return { values: body.map(({ value }) => value), body, total: headers.get("x-total-count") };
};

beforeAll(async () => {
  await ingestAsShipped();
  for (const text of REPORTS) await requestJson("/api/analyze", form({ text }));
});

it("sorts by the number of reports, in either direction, equal ones by value", async () => {
  const most = ["bravo-c2.net", "charlie-c2.net", "45.77.10.9", "alpha-c2.net"];
  expect((await list("sort=reports")).values).toEqual(most);
  expect((await list("sort=reports&order=asc")).values).toEqual([
    "45.77.10.9",
    "alpha-c2.net",
    "charlie-c2.net",
    "bravo-c2.net",
  ]);
  expect((await list("sort=reports&limit=1&offset=1")).values).toEqual(["charlie-c2.net"]);
});

it("finds what several reports mention", async () => {
  const found = await list("min_reports=2&sort=value&order=asc");
  expect(found).toMatchObject({ values: ["bravo-c2.net", "charlie-c2.net"], total: "2" });
  expect((await list("min_reports=3")).values).toEqual(["bravo-c2.net"]);
  expect((await list("min_reports=3&q=alpha")).values).toEqual([]);
  expect((await list("min_reports=4")).values).toEqual([]);
});

it.each(["value", "kind", "role", "confidence", "first_seen", "last_seen", "expires", "tags"])(
  "sorts by %s, and the other way round",
  async (sort) => {
    const up = await list(`sort=${sort}&order=asc`);
    const down = await list(`sort=${sort}&order=desc`);
    expect(up.values).toHaveLength(4);
    expect(down.values.toSorted()).toEqual(up.values.toSorted());
  },
);

it("orders values and kinds as texts", async () => {
  const up = await list("sort=value&order=asc");
  expect(up.values).toEqual(up.values.toSorted());
  expect((await list("sort=value")).values).toEqual(up.values.toReversed());
  const kinds = (await list("sort=kind&order=asc")).body.map(({ kind }) => kind);
  expect(kinds).toEqual(kinds.toSorted());
});

it("refuses columns and directions that are none", async () => {
  expect((await requestJson(`${PATH}?sort=colour`)).status).toBe(422);
  expect((await requestJson(`${PATH}?sort=value&order=up`)).status).toBe(422);
  expect((await requestJson(`${PATH}?min_reports=0`)).status).toBe(422);
});
