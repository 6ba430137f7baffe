import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { Layout } from "./layout.tsx";
import { ClosedPage } from "./pages/closed-page.tsx";
import { ConversationPage } from "./pages/conversation-page.tsx";
import { ConversationsPage } from "./pages/conversations-page.tsx";
import { DeskPage } from "./pages/desk-page.tsx";
import { NewConversationPage } from "./pages/new-conversation-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { QuestionPage } from "./pages/question-page.tsx";
import { StatusPage } from "./pages/status-page.tsx";

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage });
const page = <Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });

const questionRoute = createRoute({
  getParentRoute: () => root,
  path: "/questions/$id",
  component: function Question() {
    const { id } = questionRoute.useParams();
    return <QuestionPage key={id} id={id} />;
  },
});

const conversationRoute = createRoute({
  getParentRoute: () => root,
  path: "/conversations/$id",
  component: function Conversation() {
    const { id } = conversationRoute.useParams();
    return <ConversationPage key={id} id={id} />;
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    page("/", DeskPage),
    page("/closed", ClosedPage),
    questionRoute,
    page("/conversations", ConversationsPage),
    page("/conversations/new", NewConversationPage),
    conversationRoute,
    page("/status", StatusPage),
  ]),
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
