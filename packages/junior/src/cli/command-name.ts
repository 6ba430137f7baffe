/** What people type: it runs in the repository, where nothing puts a bare `junior` on the path. */
export const commandName = "npx junior";
