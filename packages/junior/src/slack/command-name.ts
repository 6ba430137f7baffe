/** As the manifest names it. */
export const commandName = "/junior";
