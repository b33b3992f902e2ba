import { defang } from "../../../formats/observables/defang.ts";
import { exchangedForm } from "../../../formats/observables/exchanged.ts";
import type { Observable } from "../store.ts";

/** Yields a plain list, one value per line, for firewalls and proxies. */
export async function* plainLines(
  rows: AsyncIterable<Pick<Observable, "kind" | "value" | "normalized_value">>,
  isDefanged: boolean,
): AsyncGenerator<string> {
  for await (const row of rows) {
    const value = exchangedForm(row);
    const line = isDefanged ? defang(row.kind, value) : value;
    yield `${line.replaceAll(/[\r\n]+/g, " ")}\n`;
  }
}

/** Yields rows whose values no viewer turns into links. */
export async function* defanged<T extends Pick<Observable, "kind" | "value" | "normalized_value">>(
  rows: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const row of rows) {
    const { kind, value, normalized_value: normal } = row;
    yield { ...row, value: defang(kind, value), normalized_value: defang(kind, normal) };
  }
}
