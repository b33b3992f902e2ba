import type { AnalyserQuery, AnalysisMode } from "../../api/usage.ts";
import controls from "../controls.module.css";
import { MODES, modeObstacle } from "./modes.ts";
import { type Provider, providerName } from "./providers.ts";

interface Props {
  providers: readonly Provider[];
  chosen: AnalyserQuery;
  onChange: (chosen: AnalyserQuery) => void;
  /** Labels for options that leave provider and mode unchanged; absent if both must be chosen. */
  unchanged?: { provider: string; mode: string };
}

/** Fields for the provider and mode of a new analysis of a session. */
export function AnalyserFields({ providers, chosen, onChange, unchanged }: Props) {
  const { provider = "", mode = "" } = chosen;
  const slot = providers.find(({ id }) => id === provider);
  return (
    <>
      <select
        className={controls.field}
        aria-label="Provider"
        value={provider}
        onChange={({ target }) => onChange(withProvider(chosen, target.value, providers))}
      >
        {unchanged === undefined ? null : <option value="">{unchanged.provider}</option>}
        {providers.map((one) => (
          <option key={one.id} value={one.id}>
            {providerName(one)}
          </option>
        ))}
      </select>
      <select
        className={controls.field}
        aria-label="Mode"
        value={mode}
        onChange={({ target }) => onChange(withMode(chosen, target.value))}
      >
        {unchanged === undefined ? null : <option value="">{unchanged.mode}</option>}
        {MODES.map(({ mode: one, name }) => {
          const obstacle = modeObstacle(one, slot, providers);
          return (
            <option key={one} value={one} disabled={obstacle !== null}>
              {obstacle === null ? name : `${name} (requires a language model)`}
            </option>
          );
        })}
      </select>
    </>
  );
}

/** Returns the choice with another provider, and with a mode that it supports. */
function withProvider(
  { mode }: AnalyserQuery,
  id: string,
  providers: readonly Provider[],
): AnalyserQuery {
  const slot = providers.find((one) => one.id === id);
  const isPossible = mode === undefined || modeObstacle(mode, slot, providers) === null;
  const kept = mode === undefined ? {} : { mode: isPossible ? mode : ("balanced" as const) };
  return { ...(id !== "" && { provider: id }), ...kept };
}

function withMode({ provider }: AnalyserQuery, value: string): AnalyserQuery {
  const mode: AnalysisMode | undefined = MODES.find((one) => one.mode === value)?.mode;
  return { ...(provider !== undefined && { provider }), ...(mode !== undefined && { mode }) };
}
