import { beforeAll, describe, expect, it } from "vitest";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

interface Shown {
  first_seen_at: string;
  last_seen_at: string;
  created_at: string;
  expires_at: string | null;
  active: boolean;
}

const analyse = async (head: string) =>
  await requestJson(
    "/api/analyze",
    form({ text: `A report\n${head}\n\nThe loader asked its C2 server seen-dates[.]xyz.` }),
  );
const find = async () =>
  (await requestJson<Shown[]>("/api/pipeline/observables?q=seen-dates.xyz")).body[0];
const at = (day: string) => `${day}T00:00:00.000Z`;

describe("the dates of an observable of an analysis", () => {
  it("follow the date that its report prints, the earliest and the latest", async () => {
    const before = new Date().toISOString();
    await analyse("Published: 12 March 2013");
    expect(await find()).toMatchObject({
      first_seen_at: at("2013-03-12"),
      last_seen_at: at("2013-03-12"),
      active: false,
    });
    const created = (await find())?.created_at ?? "";
    expect(created >= before).toBe(true);
    await analyse("Published: 5 May 2015");
    await analyse("Published: 1 February 2012");
    expect(await find()).toMatchObject({
      first_seen_at: at("2012-02-01"),
      last_seen_at: at("2015-05-05"),
      created_at: created,
      active: false,
    });
  });

  it("are the time of the analysis where the report prints none", async () => {
    const before = new Date().toISOString();
    await analyse("No date");
    const found = await find();
    expect(found?.first_seen_at).toBe(at("2012-02-01"));
    expect((found?.last_seen_at ?? "") >= before).toBe(true);
    expect(found?.active).toBe(true);
  });
});

describe("the dates of an observable of an intake report", () => {
  const enter = async (title: string, text: string, published_at?: string) =>
    await requestJson("/api/pipeline/intake", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        title,
        text,
        summary: "A loader.",
        ...(published_at && { published_at }),
      }),
    });
  const seen = async (value: string) =>
    (await requestJson<Shown[]>(`/api/pipeline/observables?value=${value}`)).body[0];

  it("follow its source, else what its text prints", async () => {
    const text = (host: string) =>
      `Published: 12 March 2013\n\nThe loader asked its C2 server ${host}.`;
    await enter("An old loader", text("printed-date[.]xyz"));
    expect(await seen("printed-date.xyz")).toMatchObject({
      first_seen_at: at("2013-03-12"),
      last_seen_at: at("2013-03-12"),
      active: false,
    });
    await enter("A dated loader", text("source-date[.]xyz"), "2014-05-06T00:00:00Z");
    expect(await seen("source-date.xyz")).toMatchObject({
      first_seen_at: at("2014-05-06"),
      active: false,
    });
  });
});
