import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { tacticsQuery, techniquesQuery } from "../../../api/attack.ts";
import type { Analysis, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { type Pickable, rankTechniques, toPickable } from "./rank-techniques.ts";
import type { PickerProps } from "./technique-picker.tsx";
import styles from "./technique-picker.module.css";

interface Props extends PickerProps {
  query: string;
  onQuery: (query: string) => void;
  /** The button next to the field. */
  cancel: ReactNode;
}

const MAX_SHOWN = 30;

/** The field of the picker and the techniques that it finds. */
export function TechniqueCombobox(props: Props) {
  const { analysis, span, label, isFirst = true, query, onQuery, cancel, onPick, onGoTo } = props;
  const { isPending, all, found, there } = usePickable(analysis, span, query);
  return (
    <Combobox.Root<Pickable>
      inline
      open
      autoHighlight
      items={all}
      filteredItems={found}
      itemToStringLabel={({ attack_id: id, name }) => `${id} ${name}`}
      inputValue={query}
      onInputValueChange={onQuery}
      onValueChange={(technique) => {
        if (technique === null) return;
        if (there.has(technique.attack_id)) onGoTo(technique.attack_id);
        else onPick(technique);
      }}
    >
      <span className={styles.line}>
        <Combobox.Input
          // Preserves the focus of a user who began to type.
          autoFocus={isFirst || query !== ""}
          className={controls.field}
          aria-label={label}
          placeholder={`${label}: ID or name`}
        />
        {cancel}
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
  );
}

/** Returns the techniques of the release, those that a query finds, and the ids in the session. */
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

/** The id and name, then what distinguishes it from others with the same name. */
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
