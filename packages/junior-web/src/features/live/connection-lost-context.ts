import { createContext } from "react";

/** Since when the page cannot follow what happens; null while it does. */
export const ConnectionLostContext = createContext<Date | null>(null);
