/** Title and words of a page with products; the words are the server's sanitised HTML. */
export function Heading({ title, description }: { title: string; description: string | null }) {
  return (
    <>
      <h1 className="text-h1">{title}</h1>
      {description ? (
        <div className="prose max-w-prose" dangerouslySetInnerHTML={{ __html: description }} />
      ) : null}
    </>
  );
}
