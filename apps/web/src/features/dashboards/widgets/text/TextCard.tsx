import { Markdown } from 'markdown-to-jsx/react';
import type { ComponentProps, ReactNode } from 'react';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { safeLink } from '../safe-link.ts';
import classes from './text.module.css';

/** Markdown without HTML. Links lead to where a link of a card may lead; images are named instead of loaded. */
export default function TextCard({ widget, isPreview }: CardProps<'nothing'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a text that is longer than its card is scrolled by keys
    <div
      className={classes['text']}
      data-still={isPreview || undefined}
      {...(!isPreview && { tabIndex: 0, role: 'region', 'aria-label': texts.label })}
    >
      <Markdown options={options}>{ownText(widget, 'text')}</Markdown>
    </div>
  );
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  sanitizer: (value: string) => safeLink(value)?.href ?? null,
  overrides: {
    a: { component: Target },
    img: { component: Picture },
    h1: { component: Heading, props: { level: 1 } },
    h2: { component: Heading, props: { level: 2 } },
    h3: { component: Heading, props: { level: 3 } },
    h4: { component: Heading, props: { level: 4 } },
    h5: { component: Heading, props: { level: 4 } },
    h6: { component: Heading, props: { level: 4 } },
  },
} as const;

function Target({ href, children }: ComponentProps<'a'>) {
  const link = safeLink(href ?? '');
  if (!link) return <>{children}</>;
  return (
    <a href={link.href} {...(link.isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  );
}

/** The page is the first level and its cards are the second, so that levels never jump. Ids could be those of the page. */
function Heading({ level, children }: { level: number; children?: ReactNode }) {
  return <h2 data-level={level}>{children}</h2>;
}

function Picture({ alt }: ComponentProps<'img'>) {
  return alt ? <span>{alt}</span> : null;
}

const texts = { label: 'Text' } as const;
