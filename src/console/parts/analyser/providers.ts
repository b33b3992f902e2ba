import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../../api/client.ts";
import { healthQuery } from "../../api/service.ts";

/** A slot that is bound to a provider. */
export type Provider = Schema<"Health">["providers"][number];

const NONE: Provider[] = [];

/** Returns the slots bound to a provider; empty until they are known. */
export function useProviders(): Provider[] {
  return (
    useQuery({
      ...healthQuery,
      select: ({ providers }) => providers.filter(({ configured }) => configured),
    }).data ?? NONE
  );
}

/** Returns the displayed name of a provider. */
export function providerName({ kind, model }: Provider): string {
  return kind === "embedded" ? "Embedded analyzer" : `${kind}: ${model}`;
}

/** Returns whether analyses of a provider use calls and tokens of a language model. */
export function isLanguageModel(provider: Provider | undefined): boolean {
  return provider !== undefined && provider.kind !== "embedded";
}

/** Returns the name of a model, without the files of the embedded analyzer. */
export function modelName(model: string): string {
  return model.replace(/^embedded\/\S+/u, "embedded");
}
