import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "../shared/api/create-query-client.ts";
import "../shared/styles/base.css";
import "../shared/styles/controls.css";
import "../shared/styles/rows.css";
import "../shared/styles/layout.css";
import "../features/items/items.css";
import "../features/items/answer.css";
import "../features/conversations/conversations.css";
import "../features/conversations/transcript-parts.css";
import { router } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
