import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { tacticsQuery, techniquesQuery } from "../../../api/attack.ts";
import type { Schema } from "../../../api/client.ts";
import controls from "../../../parts/controls.module.css";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { LIST_ID } from "./ids.ts";
import type { DetailProps } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";

/** Tactic and confidence of a technique, and its removal if an analyst added it. */
export function TechniqueFields({ technique, analysis, review }: DetailProps) {
  const mayEdit = useMayChange();
  if (!mayEdit) return null;
  const { attack_id: attackId, origin, found_as: found } = technique;
  const change = (body: Schema<"TechniqueChange">) =>
    review.submit({ kind: "change", attackId, body });
  return (
    <div className={styles.actions}>
      <TacticField
        release={analysis}
        attackId={attackId}
        tactic={technique.tactic}
        onChange={(tactic) => change({ tactic })}
      />
      <ConfidenceField
        key={technique.confidence}
        confidence={technique.confidence}
        onChange={(confidence) => change({ confidence })}
      />
      {origin === "analyst" && found === null ? (
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            review.submit({ kind: "remove", attackId });
            focusSoon(LIST_ID);
          }}
        >
          Remove
        </button>
      ) : null}
    </div>
  );
}

interface TacticProps {
  release: { domain: string; version: string };
  attackId: string;
  tactic: string;
  onChange: (tactic: string) => void;
}

function TacticField({ release, attackId, tactic, onChange }: TacticProps) {
  const { domain, version } = release;
  const known = useQuery(techniquesQuery({ domain, version })).data;
  const names = useQuery(tacticsQuery({ domain, version })).data ?? [];
  const own = known?.find(({ attack_id: id }) => id === attackId)?.tactics ?? [tactic];
  const nameOf = (one: string) => names.find(({ shortname }) => shortname === one)?.name ?? one;
  return (
    <label className={styles.field}>
      Tactic{" "}
      <select
        className={controls.field}
        value={tactic}
        disabled={own.length < 2}
        onChange={(event) => onChange(event.target.value)}
      >
        {[...new Set([...own, tactic])].map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ConfidenceProps {
  confidence: number;
  onChange: (confidence: number) => void;
}

/** Typed in percent; applied on blur or Enter. */
function ConfidenceField({ confidence, onChange }: ConfidenceProps) {
  const now = Math.round(confidence * 100);
  const [typed, setTyped] = useState(String(now));
  const percent = Number(typed);
  const isValid = typed !== "" && percent >= 0 && percent <= 100;
  const save = () => {
    if (!isValid) setTyped(String(now));
    else if (percent !== now) onChange(percent / 100);
  };
  return (
    <label className={styles.field}>
      Confidence{" "}
      <input
        type="number"
        className={controls.field}
        min={0}
        max={100}
        step={5}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          if (event.key === "Escape") setTyped(String(now));
        }}
      />{" "}
      %
    </label>
  );
}
