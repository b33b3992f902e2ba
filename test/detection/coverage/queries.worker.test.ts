import { beforeAll, expect, it } from "vitest";
import type { Coverage } from "../../../src/detection/coverage/states/schema.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import { ingestPlanted, json, putInventory } from "../../support/coverage.ts";
import { zip } from "../../support/rules/archives.ts";
import { requestJson } from "../../support/service.ts";

const T1059 = "techniques: T1059";
const QUERIES = {
  "a.kql": `// title: A\n// ${T1059}\nDeviceProcessEvents | where FileName == "x.exe"`,
  "b.spl": `\`\`\` title: B \`\`\`\n\`\`\` ${T1059} \`\`\`\nsource="XmlWinEventLog:Security" EventCode=4624`,
  "c.eql": `// title: C\n// ${T1059}\nnetwork where host.os.type == "windows" and destination.port == 9`,
  "d.kql": `// title: D\n// ${T1059}\nOurs_CL | take 1`,
};

const cover = async () => (await requestJson<Coverage>("/api/coverage?technique_ids=T1059")).body;

beforeAll(async () => {
  await ingestPlanted([
    {
      id: "T1059",
      name: "Command and Scripting Interpreter",
      analytics: [
        {
          platforms: ["Windows"],
          reads: [
            [1, "WinEventLog:Sysmon", "EventCode=1"],
            [3, "WinEventLog:Security", "EventCode=4624"],
          ],
        },
      ],
    },
  ]);
});

it("maps queries without a log source in their header by what they read", async () => {
  const { body } = await requestJson<RuleImportResult>("/api/pipeline/rules/import?state=enabled", {
    method: "POST",
    body: zip(QUERIES),
  });
  expect(body.counts).toMatchObject({ created: 4 });
  await putInventory([{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }]);
  const collected = async () => {
    const { techniques, unmapped } = await cover();
    const rules = techniques[0]?.rules ?? [];
    return [
      Object.fromEntries(rules.map(({ title, collected: how }) => [title, how])),
      unmapped.map(({ log_source, rule_count }) => [log_source, rule_count]),
    ];
  };
  expect(await collected()).toEqual([
    { A: "all", B: "none", C: "none", D: "unknown" },
    [[null, 1]],
  ]);
  await putInventory([
    { name: "WinEventLog:Sysmon", channels: ["EventCode=3"] },
    { name: "WinEventLog:Security", channels: ["EventCode=4624"] },
  ]);
  expect((await collected())[0]).toEqual({ A: "none", B: "all", C: "all", D: "unknown" });
});

it("follows a query that an analyst edits, and keeps what its draft knew", async () => {
  const order = { title: "A query", technique_id: "T1059", language: "kql" };
  const { body: draft } = await requestJson<Rule>("/api/pipeline/rules/generate", json(order));
  const save = async (content: string) =>
    (await requestJson<Rule>(`/api/pipeline/rules/${draft.rule_id}/versions`, json({ content })))
      .body.header?.logsource;
  expect(draft.header?.logsource?.product).toBe("windows");
  expect(await save(`${draft.content}\n| take 5`)).toEqual(draft.header?.logsource);
  expect(await save("AWSCloudTrail | take 1")).toEqual({ product: "aws", service: "cloudtrail" });
});
