import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, requestJson, testServices } from "../../../support/service.ts";
import { requestWith, TEAM } from "../../../support/team.ts";
import { openWarningLists } from "../../../../src/pipeline/observables/warning-lists/open-warning-lists.ts";

const PATH = "/api/pipeline/warning-lists";

interface View {
  name: string;
  title: string;
  effect: string;
  source: string;
  entries: number;
  updated_by: string | null;
}
interface Check {
  kind: string;
  effect: string | null;
  suppression_rule: string | null;
  lists: { name: string; effect: string; entry: string }[];
}

const file = (list: readonly unknown[], more: object = {}) => ({
  name: "Made up",
  description: "For a test",
  type: "hostname",
  version: 1,
  matching_attributes: ["domain", "url"],
  list,
  ...more,
});

const put = async (name: string, body: unknown) =>
  await requestJson<View & { code?: string; errors?: { pointer: string; detail: string }[] }>(
    `${PATH}/${name}`,
    { method: "PUT", body: typeof body === "string" ? body : JSON.stringify(body) },
  );
const remove = async (name: string) => {
  const response = await requestWith({}, `${PATH}/${name}`, { method: "DELETE" });
  await response.arrayBuffer();
  return response.status;
};
const all = async () => (await requestJson<View[]>(PATH)).body;
const check = async (value: string) =>
  (await requestJson<Check>(`${PATH}/check?value=${encodeURIComponent(value)}`)).body;

beforeAll(ingestSmallRelease);

describe("the warning lists", () => {
  it("are listed with their facts", async () => {
    const { body, headers } = await requestJson<View[]>(`${PATH}?limit=3&offset=1`);
    expect(body).toHaveLength(3);
    expect(Number(headers.get("X-Total-Count"))).toBeGreaterThan(60);
    const lists = await all();
    expect(lists.map(({ name }) => name)).toEqual(lists.map(({ name }) => name).toSorted());
    expect(lists.find(({ name }) => name === "rfc1918")).toMatchObject({
      title: "List of RFC 1918 CIDR blocks",
      type: "cidr",
      entries: 3,
      effect: "benign",
      source: "shipped",
      licence: "CC0-1.0",
      updated_by: null,
    });
    // Whatever is shipped has a place in the table of effects, but for what is a note there.
    const notes = lists.filter(({ effect }) => effect === "note").map(({ name }) => name);
    expect(notes).toEqual([
      "amazon-aws",
      "github",
      "google-gcp",
      "microsoft-azure",
      "oracle-oci",
      "public-dns-hostname",
      "public-dns-v4",
      "public-dns-v6",
      "sinkholes",
      "tlds",
      "vpn-ipv4",
    ]);
  });

  it("say what names a value, and what follows", async () => {
    expect(await check("docs[.]google[.]com")).toMatchObject({
      kind: "domain",
      normalized_value: "docs.google.com",
      effect: "shared",
      suppression_rule: null,
      lists: expect.arrayContaining([
        expect.objectContaining({ name: "lots-project", entry: "docs.google.com" }),
      ]),
    });
    expect(await check("10.1.2.3")).toMatchObject({
      effect: "benign",
      suppression_rule: "private_address",
    });
    expect(await check("evil-host.xyz")).toMatchObject({ effect: null, lists: [] });
    // What can be registered is nobody's example; what is reserved is.
    expect(await check("evil.com")).toMatchObject({ effect: null, suppression_rule: null });
    expect(await check("evil.example.com")).toMatchObject({ effect: "example" });
    const wrong = await requestJson<{ code: string }>(
      `${PATH}/check?value=a.nosuchsuffix&kind=domain`,
    );
    expect([wrong.status, wrong.body.code]).toEqual([422, "validation_error"]);
    expect((await requestJson(`${PATH}/check`)).status).toBe(422);
    expect((await requestJson(`${PATH}/check?value=a.com&kind=nonsense`)).status).toBe(422);
  });
});

describe("a list that an administrator sends", () => {
  it("is added, replaced and deleted, and counts at once", async () => {
    expect(await check("mail.made-up-bank.com")).toMatchObject({ effect: null });
    const added = await put("our-own", file(["made-up-bank.com"], { effect: "benign" }));
    expect([added.status, added.body.effect]).toEqual([201, "benign"]);
    expect(added.body).toMatchObject({ name: "our-own", source: "uploaded", updated_by: "local" });
    expect(await check("mail.made-up-bank.com")).toMatchObject({
      effect: "benign",
      suppression_rule: "warning_list",
      lists: [{ name: "our-own", title: "Made up", effect: "benign", entry: "made-up-bank.com" }],
    });
    const changed = await put("our-own", file(["other-bank.com"], { effect: "shared" }));
    expect(changed.status).toBe(200);
    expect(await check("mail.made-up-bank.com")).toMatchObject({ effect: null, lists: [] });
    expect(await check("other-bank.com")).toMatchObject({ effect: "shared" });
    expect((await all()).find(({ name }) => name === "our-own")?.effect).toBe("shared");
    expect(await remove("our-own")).toBe(204);
    expect(await remove("our-own")).toBe(404);
    expect(await check("other-bank.com")).toMatchObject({ effect: null, lists: [] });
  });

  it("stands in the place of a shipped one until it is deleted", async () => {
    const before = (await all()).length;
    const list = ["1.2.3.0/24", "2a00:1450::/32", "9.9.9.1"];
    const sent = await put(
      "cloudflare",
      file(list, { type: "cidr", matching_attributes: ["ip-dst"] }),
    );
    // What is not said is what the table says of the name.
    expect(sent.body).toMatchObject({ effect: "shared", entries: 3 });
    expect((await all()).length).toBe(before);
    expect(await check("1.2.3.4")).toMatchObject({ effect: "shared" });
    expect(await check("2a00:1450:4::1")).toMatchObject({ effect: "shared" });
    expect(await check("104.16.1.1")).toMatchObject({ effect: null });
    expect(await remove("cloudflare")).toBe(204);
    expect(await check("104.16.1.1")).toMatchObject({ effect: "shared" });
    expect(await check("1.2.3.4")).not.toMatchObject({ effect: "shared" });
    expect(await remove("cloudflare")).toBe(404);
  });

  it("is refused with the name of the entry that is broken", async () => {
    const cases: [object, string][] = [
      [file(["good.com", "not a host"]), "/list/1"],
      [file(["good.com", ""]), "/list/1"],
      [file(["1.2.3.4", "1.2.3.400"], { type: "cidr" }), "/list/1"],
      [file(["1.2.3.0/33"], { type: "cidr" }), "/list/0"],
      [file(["2001:db8::/129"], { type: "cidr" }), "/list/0"],
      [file(["abc"], { type: "substring" }), "/list/0"],
      [file(["a".repeat(3000)], { type: "string" }), "/list/0"],
      [file(["two\nlines"], { type: "string" }), "/list/0"],
      [file(["(a+)+$"], { type: "regex" }), "/list/0"],
      [file(["fine", "["], { type: "regex" }), "/list/1"],
      [file([7]), "/list/0"],
      [file([]), "/list"],
      [file(["a.com"], { type: "nonsense" }), "/type"],
      [file(["a.com"], { matching_attributes: ["comment"] }), "/matching_attributes"],
      [file(["a.com"], { effect: "evil" }), "/effect"],
      [file(["a.com"], { version: "x" }), "/version"],
      [file(["a.com"], { surprise: true }), "/surprise"],
    ];
    for (const [body, pointer] of cases) {
      const { status, body: problem } = await put("broken", body);
      expect([pointer, status, problem.errors?.[0]?.pointer]).toEqual([pointer, 422, pointer]);
    }
    const { body } = await put("broken", file(["fine.com", "кто там?"]));
    expect(body.errors?.[0]?.detail).toBe('Entry 2 of the list, "кто там?", is not a host name.');
    expect((await put("broken", "{")).body.code).toBe("invalid_json");
    expect((await put("broken", "")).body.code).toBe("invalid_json");
    expect((await put("broken", "[]")).status).toBe(422);
    expect((await put("Bad Name!", file(["a.com"]))).status).toBe(400);
    expect((await all()).some(({ name }) => name === "broken")).toBe(false);
  });

  it("may have 200,000 entries and no more", async () => {
    const hosts = Array.from({ length: 200_000 }, (_, n) => `h${n}.large-list.com`);
    expect((await put("large", file(hosts))).body).toMatchObject({ entries: 200_000 });
    expect((await check("a.h199999.large-list.com")).lists).toMatchObject([{ name: "large" }]);
    expect((await put("large", file([...hosts, "one-more.com"]))).status).toBe(422);
    expect(await remove("large")).toBe(204);
  });

  it("is kept only as far as all of them fit", async () => {
    const long = Array.from({ length: 4_000 }, (_, n) => `${n}-${"x".repeat(2_000)}`);
    const body = file(long, { type: "string" });
    const sent = [];
    for (const name of ["big-1", "big-2", "big-3", "big-4"]) sent.push(await put(name, body));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 507]);
    for (const name of ["big-1", "big-2", "big-3"]) expect(await remove(name)).toBe(204);
  });

  it("may be sent by several at once; one of them is what everybody has", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `at-once-${n}.com`);
    const sent = await Promise.all(
      names.map((host) => put("raced", file([host], { effect: "benign" }))),
    );
    expect(sent.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    const found = await Promise.all(names.map(check));
    expect(found.filter(({ effect }) => effect === "benign")).toHaveLength(1);
    const { results } = await env.WORKSPACE_DB.prepare(
      "select count(*) as n from audit where action = 'warning_list.update' and object_id = 'raced'",
    ).all<{ n: number }>();
    expect(results[0]?.n).toBe(8);
    expect(await remove("raced")).toBe(204);
  });

  it("changes nothing when it is sent again, and the trail has it once", async () => {
    const sent = file(["again.example.net"], { effect: "benign" });
    const first = await put("again", sent);
    const second = await put("again", sent);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    const acts = async () =>
      await env.WORKSPACE_DB.prepare(
        "select count(*) as n from audit where action = 'warning_list.update' and object_id = 'again'",
      ).first("n");
    expect(await acts()).toBe(1);
    await put("again", { ...sent, effect: "note" });
    expect(await acts()).toBe(2);
    expect(await remove("again")).toBe(204);
  });

  it("comes from an administrator, while others read", async () => {
    const as = (role: string) => ({ "X-Auth-User": "pat", "X-Auth-Roles": role });
    const status = async (role: string, method: string, path: string, body?: string) => {
      const headers = as(role);
      const response = await requestWith(TEAM, path, { method, headers, ...(body && { body }) });
      await response.arrayBuffer();
      return response.status;
    };
    const body = JSON.stringify(file(["team.com"]));
    for (const role of ["viewer", "analyst"]) {
      expect(await status(role, "PUT", `${PATH}/team`, body)).toBe(403);
      expect(await status(role, "DELETE", `${PATH}/team`)).toBe(403);
      expect(await status(role, "GET", PATH)).toBe(200);
      expect(await status(role, "GET", `${PATH}/check?value=a.com`)).toBe(200);
    }
    expect(await status("admin", "PUT", `${PATH}/team`, body)).toBe(201);
    expect(await status("admin", "DELETE", `${PATH}/team`)).toBe(204);
  });

  it("leaves what is suppressed and what is restored", async () => {
    await put("stays", file(["stays-here.com"], { effect: "benign" }));
    const text = "The implant talks to c2.stays-here.com and to b2.stays-here.com every hour.";
    const report = { title: "A report on a host of a list", text };
    await requestJson("/api/pipeline/intake", { method: "POST", body: JSON.stringify(report) });
    const suppressions = async () =>
      (
        await requestJson<{ id: string; normalized_value: string; rule: string; list: string }[]>(
          "/api/pipeline/suppressions?q=stays-here",
        )
      ).body;
    const found = await suppressions();
    expect(found.map(({ rule, list }) => [rule, list])).toEqual([
      ["warning_list", "stays"],
      ["warning_list", "stays"],
    ]);
    const one = found.find(({ normalized_value: value }) => value === "c2.stays-here.com");
    const restored = await requestJson(`/api/pipeline/suppressions/${one?.id}/restore`, {
      method: "POST",
    });
    expect(restored.status).toBe(200);
    await remove("stays");
    expect((await suppressions()).map(({ normalized_value: value }) => value)).toEqual([
      "b2.stays-here.com",
    ]);
    await put("stays", file(["stays-here.com"], { effect: "benign" }));
    const again = { title: "Another report on that host", text };
    await requestJson("/api/pipeline/intake", { method: "POST", body: JSON.stringify(again) });
    const { body } = await requestJson<{ normalized_value: string }[]>(
      "/api/pipeline/observables?q=c2.stays-here.com",
    );
    expect(body.map(({ normalized_value: value }) => value)).toEqual(["c2.stays-here.com"]);
    await remove("stays");
  });
});

describe("what is kept of uploaded lists", () => {
  it("is read anew when the list is replaced while it is opened", async () => {
    await put("moving", file(["moving.com"]));
    const services = testServices();
    const { warningLists } = services;
    let reads = 0;
    const moving = Object.assign(Object.create(warningLists) as typeof warningLists, {
      list: async () => await warningLists.list(),
      readFile: async (key: string) => {
        reads += 1;
        return reads === 1 ? null : await warningLists.readFile(key);
      },
    });
    await put("moving", file(["moved.com"]));
    const lists = await openWarningLists({ ...services, warningLists: moving });
    expect(reads).toBe(2);
    expect(lists.find({ kind: "domain", normalized_value: "moved.com" })).toMatchObject([
      { name: "moving", effect: "note" },
    ]);
    await remove("moving");
  });

  it("are the files of lists that are there, and what may be on its way", async () => {
    const { warningLists } = testServices();
    await warningLists.putFile("left-behind", new Uint8Array([1]));
    await warningLists.removeAbandoned(new Date().toISOString());
    const keys = async () =>
      (await env.FILES.list({ prefix: "warning-lists/" })).objects.map(({ key }) => key);
    expect(await keys()).toContain("warning-lists/left-behind.bin");
    await put("kept", file(["kept.com"]));
    await warningLists.removeAbandoned(new Date(Date.now() + 3_600_000).toISOString());
    expect(await keys()).toHaveLength(1);
    expect((await check("kept.com")).lists).toHaveLength(1);
    await remove("kept");
  });
});
