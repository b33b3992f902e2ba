import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type EnrichmentProvider,
  type Observable,
  providersQuery,
} from "../../../../api/observables.ts";
import controls from "../../../../parts/controls.module.css";
import { counted } from "../../../../parts/counted.ts";
import { providersFor } from "../../shown/providers-for.ts";
import styles from "../observables-page.module.css";
import type { Enrichment } from "./use-enrichment.ts";

interface Props {
  observables: readonly Observable[];
  enrichment: Enrichment;
}

/** Opens the form that sends the selected observables to providers. */
export function EnrichChosen(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={controls.button}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Enrich
      </button>
      {isOpen ? <EnrichForm {...props} /> : null}
    </>
  );
}

/**
 * All providers that support one of the selected observables, unless deselected. Asks for confirmation each
 * time for TLP:RED.
 */
function EnrichForm({ observables, enrichment: { start, isRunning } }: Props) {
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [includeRed, setIncludeRed] = useState(false);
  const kinds = observables.map(({ kind }) => kind);
  const offered = providersFor(useQuery(providersQuery).data ?? [], kinds);
  const providers = offered.flatMap(({ name }) => (off.has(name) ? [] : [name]));
  const choose = (name: string, isChosen: boolean) =>
    setOff(new Set([...off, name].filter((one) => one !== name || !isChosen)));
  if (offered.length === 0) {
    return <p className={styles.enrich}>No enabled provider takes these kinds of values.</p>;
  }
  return (
    <form
      aria-label="Enrich the selected observables"
      className={styles.enrich}
      onSubmit={(event) => {
        event.preventDefault();
        const ids = observables.map(({ id }) => id);
        const body = { observable_ids: ids, providers, include_red: includeRed };
        start.mutate(body, { onSuccess: () => setIncludeRed(false) });
      }}
    >
      <fieldset className={styles.providers}>
        <legend className={styles.legend}>Providers, and what each receives</legend>
        {offered.map((one) => (
          <label key={one.name}>
            <input
              type="checkbox"
              checked={!off.has(one.name)}
              onChange={({ target }) => choose(one.name, target.checked)}
            />
            <span>
              {one.title} <span className={styles.quiet}>{describeSends(one, kinds)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label>
        <input
          type="checkbox"
          checked={includeRed}
          onChange={({ target }) => setIncludeRed(target.checked)}
        />{" "}
        Also send values that only TLP:RED reports name
      </label>
      <button
        type="submit"
        className={controls.primary}
        disabled={isRunning || providers.length === 0}
      >
        Query {counted(providers.length, "provider")}
      </button>
    </form>
  );
}

/** Describes how many values a provider supports, what is sent, and to whom. */
function describeSends({ kinds, sends }: EnrichmentProvider, given: readonly string[]): string {
  const taken = given.filter((kind) => kinds.some((one) => one === kind)).length;
  return `${taken} of ${counted(given.length, "value")}. ${sends.what} Receiver: ${sends.to.join(", ")}.`;
}
