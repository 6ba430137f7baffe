import { isObject } from "./json.ts";

export type Surface = "message" | "modal" | "home";

/** Where a check stands: the JSON pointer of the value, the surface it is for, and the list that faults are written to. */
export type Place = { pointer: string; surface: Surface; faults: string[] };
export type Check = (value: unknown, place: Place) => void;
export type Field = { check: Check; required: boolean };

export function fault(place: Place, words: string): void {
  place.faults.push(`[ERROR] ${words} [json-pointer:${place.pointer}]`);
}

export function under(place: Place, step: string | number): Place {
  return { ...place, pointer: `${place.pointer}/${step}` };
}

/** Slack counts code points, JavaScript counts UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export const required = (check: Check): Field => ({ check, required: true });
export const optional = (check: Check): Field => ({ check, required: false });

export const anything: Check = () => {};

export function string(max: number, min = 1): Check {
  return (value, place) => {
    if (typeof value !== "string") return fault(place, "must provide a string");
    if (!value.isWellFormed()) fault(place, "must be valid unicode");
    const length = lengthOf(value);
    if (length < min) fault(place, `must be more than ${min - 1} characters`);
    if (length > max) fault(place, `must be less than ${max + 1} characters`);
  };
}

export const url: Check = (value, place) => {
  string(3000)(value, place);
  if (typeof value === "string" && !URL.canParse(value)) fault(place, "must be a valid url");
};

export const boolean: Check = (value, place) => {
  if (typeof value !== "boolean") fault(place, "must be a boolean");
};

export function integer(min: number, max: number): Check {
  return (value, place) => {
    if (typeof value !== "number" || !Number.isInteger(value)) return fault(place, "must be an integer");
    if (value < min) fault(place, `must be at least ${min}`);
    if (value > max) fault(place, `must be no more than ${max}`);
  };
}

export function oneOf(...allowed: string[]): Check {
  return (value, place) => {
    if (typeof value !== "string" || !allowed.includes(value)) fault(place, `must be one of: ${allowed.join(", ")}`);
  };
}

export function matching(pattern: RegExp, words: string): Check {
  return (value, place) => {
    if (typeof value !== "string" || !pattern.test(value)) fault(place, words);
  };
}

export function list(min: number, max: number, item: Check): Check {
  return (value, place) => {
    if (!Array.isArray(value)) return fault(place, "must be an array");
    if (value.length < min) fault(place, `no fewer than ${min} items allowed`);
    if (value.length > max) fault(place, `no more than ${max} items allowed`);
    value.forEach((entry, index) => item(entry, under(place, index)));
  };
}

/** An object with exactly these fields: a missing required one and any other one are faults, as on Slack. */
export function shape(fields: Record<string, Field>): Check {
  return (value, place) => {
    if (!isObject(value)) return fault(place, "must be an object");
    for (const [name, field] of Object.entries(fields)) {
      if (value[name] !== undefined) field.check(value[name], under(place, name));
      else if (field.required) fault(place, `missing required field: ${name}`);
    }
    for (const name of Object.keys(value))
      if (!(name in fields) && value[name] !== undefined) fault(place, `invalid additional property: ${name}`);
  };
}

export function both(...checks: Check[]): Check {
  return (value, place) => {
    for (const check of checks) check(value, place);
  };
}
