import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { tacticsQuery, techniquesQuery } from "../../../api/attack.ts";
import type { Analysis, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { type Pickable, rankTechniques, toPickable } from "./rank-techniques.ts";
import styles from "./technique-picker.module.css";

interface Props {
  analysis: Analysis;
  /** The passage that it is about: what the analyser considers there comes first. */
  span: Span | null;
  label: string;
  /** Whether typing begins here. */
  isFirst?: boolean;
  onPick: (technique: Pickable) => void;
  /** Shows a technique that the session has already. */
  onGoTo: (attackId: string) => void;
  onClose: () => void;
}

const MAX_SHOWN = 30;

/** Finds a technique of the session's release by id, name or parent. */
export function TechniquePicker(props: Props) {
  const { analysis, span, label, isFirst = true, onPick, onGoTo, onClose } = props;
  const [query, setQuery] = useState("");
  const { isPending, all, found, there } = usePickable(analysis, span, query);
  return (
    <div
      ref={(element) => element?.scrollIntoView({ block: "nearest" })}
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Combobox.Root<Pickable>
        inline
        open
        autoHighlight
        items={all}
        filteredItems={found}
        itemToStringLabel={({ attack_id: id, name }) => `${id} ${name}`}
        inputValue={query}
        onInputValueChange={setQuery}
        onValueChange={(technique) => {
          if (technique === null) return;
          if (there.has(technique.attack_id)) onGoTo(technique.attack_id);
          else onPick(technique);
        }}
      >
        <span className={styles.line}>
          <Combobox.Input
            autoFocus={isFirst}
            className={controls.field}
            aria-label={label}
            placeholder={`${label}: ID or name`}
          />
          <button type="button" className={controls.button} onClick={onClose}>
            Cancel
          </button>
        </span>
        <Combobox.Empty className={styles.empty}>
          {isPending ? "Loading the techniques" : "No technique contains these words."}
        </Combobox.Empty>
        <Combobox.List className={styles.list}>
          {(technique: Pickable) => (
            <Combobox.Item key={technique.attack_id} value={technique} className={styles.item}>
              <Option
                technique={technique}
                release={analysis}
                isThere={there.has(technique.attack_id)}
              />
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Root>
    </div>
  );
}

/** The techniques of the release, those that a query finds, and the ids that the session has. */
function usePickable(analysis: Analysis, span: Span | null, query: string) {
  const known = useQuery(techniquesQuery(analysis));
  const all = useMemo(
    () => toPickable(known.data ?? [], analysis, span),
    [known.data, analysis, span],
  );
  const found = useMemo(() => rankTechniques(all, query).slice(0, MAX_SHOWN), [all, query]);
  const there = useMemo(
    () => new Set(analysis.techniques.map(({ attack_id: id }) => id)),
    [analysis.techniques],
  );
  return { isPending: known.isPending, all, found, there };
}

interface OptionProps {
  technique: Pickable;
  release: { domain: string; version: string };
  isThere: boolean;
}

/** Its id and name, then what distinguishes it from others of the same name. */
function Option({ technique, release, isThere }: OptionProps) {
  const { domain, version } = release;
  const names = useQuery(tacticsQuery({ domain, version })).data ?? [];
  const { attack_id: id, name, parent, tactics, likely } = technique;
  const nameOf = (one: string) => names.find(({ shortname }) => shortname === one)?.name ?? one;
  const said = [...(parent === null ? [] : [parent]), tactics.map(nameOf).join(", ")];
  return (
    <>
      <span>
        <span className={styles.id}>{id}</span> {name}
        {likely === null ? null : (
          <span className={styles.note}> considered by the analyzer, {percent(likely)}</span>
        )}
        {isThere ? <span className={styles.note}> in this report</span> : null}
      </span>
      <span className={styles.more}>{said.join(" · ")}</span>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
