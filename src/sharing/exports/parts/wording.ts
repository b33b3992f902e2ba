/** A number with its thousands set apart. */
export const count = (value: number) => value.toLocaleString("en-US");

/** The noun for so many of it. */
export const noun = (value: number, one: string) => (value === 1 ? one : `${one}s`);

/** A number and its noun. */
export const plural = (value: number, one: string) => `${count(value)} ${noun(value, one)}`;
