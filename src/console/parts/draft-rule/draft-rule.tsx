import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { queryOf } from "../../api/attack.ts";
import { generateRule, type Rule } from "../../api/rules.ts";
import controls from "../controls.module.css";
import { ErrorPane } from "../error-pane/error-pane.tsx";
import styles from "./draft-rule.module.css";

type Language = Rule["language"];

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["sigma", "Sigma"],
  ["kql", "KQL"],
  ["spl", "SPL"],
  ["eql", "EQL"],
];

interface Props {
  /** The technique to detect; null until one is chosen. */
  technique: { attack_id: string; name: string } | null;
  release: { domain?: string | undefined; version?: string | undefined };
}

/** Creates a detection rule for a technique in one of the languages, and opens it. */
export function DraftRule({ technique, release }: Props) {
  const [language, setLanguage] = useState<Language>("sigma");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const draft = useMutation({
    mutationFn: ({ attack_id: id, name }: NonNullable<Props["technique"]>) =>
      generateRule({
        title: `${name} (${id})`,
        technique_id: id,
        language,
        ...queryOf(release),
      }),
    onSuccess: async ({ rule_id: ruleId }) => {
      void queries.invalidateQueries({ queryKey: ["rules"] });
      void queries.invalidateQueries({ queryKey: ["sessions", "technique-counts"] });
      await navigate({ to: "/rules/$ruleId", params: { ruleId } });
    },
  });
  return (
    <div className={styles.draft}>
      <label>
        Language{" "}
        <select
          className={controls.field}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
        >
          {LANGUAGES.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={controls.primary}
        disabled={technique === null || draft.isPending}
        onClick={() => {
          if (technique !== null) draft.mutate(technique);
        }}
      >
        {draft.isPending ? "Drafting" : "Draft a rule"}
      </button>
      {draft.isError ? <ErrorPane error={draft.error} /> : null}
    </div>
  );
}
