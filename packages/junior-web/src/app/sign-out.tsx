/** A form of its own: the server ends the session and leads to where one gets in again. */
export function SignOut({ name }: { name: string }) {
  return (
    <form method="post" action="/auth/sign-out">
      <button type="submit" className="button button-quiet button-small sign-out-button">
        Sign out<span className="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}
