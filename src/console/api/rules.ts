import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, ifMatch, pageOf, type Schema, type Stated, statedOf } from "./client.ts";
import type { paths } from "./schema.d.ts";

export type Rule = Schema<"RuleVersion">;
/** The latest version of a rule, and the entity tag for changes to it. */
export type StoredRule = Rule & { etag: string };
export type RuleState = Rule["state"];
export type RuleValidation = Schema<"RuleValidation">;
export type RuleDiff = Schema<"RuleDiff">;
export type RuleTest = Schema<"RuleTest">;
export type RuleImport = Schema<"RuleImport">;
export type RuleReceipt = RuleImport["receipts"][number];
export type RuleSample = Schema<"RuleSample">;
export type BulkRuleChange = Schema<"BulkRuleChange">;
export type BulkRuleOutcome = Schema<"BulkRuleOutcome">;
export type RulesWanted = NonNullable<paths["/api/pipeline/rules"]["get"]["parameters"]["query"]>;

const VERSIONS = 100;
const at = (ruleId: string) => ({ path: { rule_id: ruleId } });
const meant = (ruleId: string, etag: string) => ({ ...at(ruleId), ...ifMatch(etag) });
const toStored = ({ body, etag }: Stated<Rule>): StoredRule => ({ ...body, etag });

/** Returns matching rules, last changed first. */
export const rulesQuery = (query: RulesWanted) =>
  queryOptions({
    queryKey: ["rules", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/pipeline/rules", { params: { query }, signal })),
  });

/** Returns the latest version of a rule. */
export const ruleQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule", ruleId],
    queryFn: async ({ signal }) =>
      toStored(
        await statedOf(api.GET("/api/pipeline/rules/{rule_id}", { params: at(ruleId), signal })),
      ),
  });

/** Returns the versions of a rule, newest first. */
export const ruleVersionsQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule", ruleId, "versions"],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/pipeline/rules/{rule_id}/versions", {
          params: { ...at(ruleId), query: { limit: VERSIONS } },
          signal,
        }),
      ),
  });

/** Returns one version of a rule, which never changes. */
export const ruleVersionQuery = (ruleId: string, version: number) =>
  queryOptions({
    queryKey: ["rule", ruleId, "version", version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/pipeline/rules/{rule_id}/versions/{version}", {
          params: { path: { rule_id: ruleId, version } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

/** Returns the differences between two versions. */
export const ruleDiffQuery = (ruleId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["rule", ruleId, "diff", from, to],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET("/api/pipeline/rules/{rule_id}/diff", {
          params: { ...at(ruleId), query: { from, to } },
          signal,
        }),
      ),
  });

/** Returns the samples of a rule, without their events. */
export const samplesQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule", ruleId, "samples"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/rules/{rule_id}/samples", { params: at(ruleId), signal })),
  });

/** Returns a sample with its events. */
export const sampleQuery = (ruleId: string, sampleId: string) =>
  queryOptions({
    queryKey: ["rule", ruleId, "samples", sampleId],
    queryFn: ({ signal }) => {
      const params = { path: { rule_id: ruleId, sample_id: sampleId } };
      return bodyOf(
        api.GET("/api/pipeline/rules/{rule_id}/samples/{sample_id}", { params, signal }),
      );
    },
  });

export async function setRuleState(
  ruleId: string,
  state: RuleState,
  etag: string,
): Promise<StoredRule> {
  const params = meant(ruleId, etag);
  const body = { state };
  return toStored(await statedOf(api.PATCH("/api/pipeline/rules/{rule_id}", { params, body })));
}

/** Sets the state of many rules in one step. */
export const setRuleStates = (body: BulkRuleChange): Promise<BulkRuleOutcome> =>
  bodyOf(api.POST("/api/pipeline/rules/bulk", { body }));

/** Deletes a rule with its versions and samples. */
export async function deleteRule(ruleId: string, etag: string): Promise<void> {
  await bodyOf(api.DELETE("/api/pipeline/rules/{rule_id}", { params: meant(ruleId, etag) }));
}

/** Saves a version. Returns an unchanged text as it is. */
export async function saveRule(ruleId: string, content: string, etag: string): Promise<StoredRule> {
  const params = meant(ruleId, etag);
  const body = { content };
  return toStored(
    await statedOf(api.POST("/api/pipeline/rules/{rule_id}/versions", { params, body })),
  );
}

export const validateRule = (language: Rule["language"], content: string) =>
  bodyOf(api.POST("/api/pipeline/rules/validate", { body: { language, content } }));

/** Runs the latest version on events: JSON lines, a JSON array or objects one after another. */
export const testRule = (ruleId: string, events: Blob): Promise<RuleTest> =>
  bodyOf(
    api.POST("/api/pipeline/rules/{rule_id}/test", {
      params: at(ruleId),
      body: "",
      bodySerializer: () => events,
      headers: { "Content-Type": "application/octet-stream" },
    }),
  );

/** Runs an unsaved rule on events. */
export const testText = async (content: string, events: Blob): Promise<RuleTest> => {
  const body = { content, events: await events.text() };
  return await bodyOf(api.POST("/api/pipeline/rules/test", { body }));
};

/** Stores events with a rule as its test. */
export const addSample = (ruleId: string, body: Schema<"NewRuleSample">, etag: string) =>
  statedOf(
    api.POST("/api/pipeline/rules/{rule_id}/samples", { params: meant(ruleId, etag), body }),
  );

export const deleteSample = (ruleId: string, sampleId: string, etag: string) =>
  statedOf(
    api.DELETE("/api/pipeline/rules/{rule_id}/samples/{sample_id}", {
      params: { path: { rule_id: ruleId, sample_id: sampleId }, ...ifMatch(etag) },
    }),
  );

/** Imports rule files and archives. A dry run only returns the outcomes. */
export const importRules = (
  files: readonly File[],
  query: { dry_run: "true" | "false"; state: RuleState },
): Promise<RuleImport> =>
  bodyOf(
    api.POST("/api/pipeline/rules/import", {
      params: { query },
      body: { files: [] },
      bodySerializer: () => {
        const form = new FormData();
        for (const file of files) form.append("files", file, file.name);
        return form;
      },
    }),
  );

/** Generates a draft for a technique as a new rule. */
export const generateRule = (body: Schema<"RuleRequest">): Promise<Rule> =>
  bodyOf(api.POST("/api/pipeline/rules/generate", { body }));
