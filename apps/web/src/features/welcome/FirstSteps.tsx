import { type FirstSteps as Known, getFirstSteps } from '@atrium/contract/welcome';
import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { firstStepTexts as texts } from './first-step-texts.ts';
import { type Step, stepsFor } from './first-steps.ts';
import classes from './FirstSteps.module.css';

type Audience = 'staff' | 'administrator';

const watchEvery = 5_000;
const icons = { done: IconCircleCheckFilled, waiting: IconClock, open: IconCircle };

/**
 * The steps to the first reading, each in its actual state. Once complete, the list stays for those who saw it
 * incomplete until they hide it; nobody else sees it.
 */
export function FirstSteps({ audience }: { audience: Audience }) {
  const { userId, isStaff, orgId } = useScope();
  const ofAll = audience === 'staff';
  const key = `first-steps.${userId}.${ofAll ? 'all' : orgId}`;
  const [seen, remember] = useRemembered(key);
  const query = isStaff && !ofAll && orgId !== null ? { orgId } : {};
  const isHidden = seen === 'hidden';
  const found = useEndpoint(getFirstSteps, { query }, { every: watchEvery, enabled: !isHidden });
  const steps = found.data && stepsFor(audience, found.data);
  const done = steps?.filter(({ state }) => state === 'done').length ?? 0;
  const isComplete = steps !== undefined && done === steps.length;
  const begins = steps !== undefined && !isComplete && seen === null;
  useEffect(() => {
    if (begins) remember('begun');
  });
  if (!found.data || !steps || isHidden || (isComplete && seen === null)) return null;
  const next = steps.find(({ state }) => state !== 'done');
  const { organization } = found.data;
  return (
    <Card aria-label={texts.heading}>
      <div className={classes['head']}>
        <Title order={2}>
          {texts.heading} {ofAll && organization && <span>{texts.of(organization.name)}</span>}
        </Title>
        <span className={classes['quiet']}>{texts.progress(done, steps.length)}</span>
      </div>
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <Row key={step.name} step={step} audience={audience} known={found.data} isNext={step === next} />
        ))}
      </ol>
      {isComplete && (
        <div className={classes['foot']}>
          <span>{texts.complete}</span>
          {ofAll && <ToWelcome orgId={organization?.id ?? null} />}
          <Button variant="default" onClick={() => remember('hidden')}>
            {texts.hide}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Row({ step, audience, known, isNext }: { step: Step; audience: Audience; known: Known; isNext: boolean }) {
  const { name, state } = step;
  const words = texts.steps[audience][name];
  const Icon = icons[state];
  if (!words) return null;
  return (
    <li className={classes['step']} data-state={state}>
      <Icon size={20} aria-hidden className={classes['icon'] ?? ''} />
      <div>
        <div className={classes['title']}>
          {words.title} <VisuallyHidden>{texts.states[state]}</VisuallyHidden>
        </div>
        {state !== 'done' && <p className={classes['quiet']}>{words.text[state]}</p>}
      </div>
      {state !== 'done' && (
        <StepLink step={step} known={known} isNext={isNext}>
          {words.action[state]}
        </StepLink>
      )}
    </li>
  );
}

interface LinkProps {
  step: Step;
  known: Known;
  isNext: boolean;
  children: string;
}

/** The link of a step. It switches staff to the organization of the list. */
function StepLink({ step: { name, state }, known, isNext, children }: LinkProps) {
  const { isStaff, chooseOrganization } = useScope();
  const { organization, location, sensor } = known;
  const common = {
    variant: isNext ? 'filled' : 'default',
    size: 'compact-sm',
    className: classes['link'] ?? '',
    onClick: () => {
      if (isStaff && organization) chooseOrganization(organization.id);
    },
  };
  if (name !== 'organization' && !organization) return null;
  const orgId = organization?.id ?? 'new';
  switch (name) {
    case 'organization':
      return (
        <LinkButton {...common} to="/app/org/$orgId" params={{ orgId: 'new' }} search={{}}>
          {children}
        </LinkButton>
      );
    case 'administrator':
      return (
        <LinkButton {...common} to="/app/org/$orgId" params={{ orgId }} search={{ tab: 'invitations' }}>
          {children}
        </LinkButton>
      );
    case 'site':
      return location ? (
        <LinkButton
          {...common}
          to="/app/org/$orgId/location/$locationId"
          params={{ orgId, locationId: location.id }}
          search={{}}
        >
          {children}
        </LinkButton>
      ) : null;
    case 'sensor':
      if (state === 'waiting' && sensor)
        return (
          <LinkButton {...common} to="/app/sensor/$sensorId" params={{ sensorId: sensor.id }} search={{}}>
            {children}
          </LinkButton>
        );
      return (
        <LinkButton {...common} to={isStaff ? '/app/sensorassignment' : '/app/pushurls'}>
          {children}
        </LinkButton>
      );
    case 'location':
    case 'pushKey':
    case 'reading':
      return (
        <LinkButton {...common} to={name === 'location' ? '/app/locations' : '/app/pushurls'}>
          {children}
        </LinkButton>
      );
  }
}

function ToWelcome({ orgId }: { orgId: string | null }) {
  const { chooseOrganization } = useScope();
  return (
    <LinkButton to="/app/welcome" search={{}} onClick={() => orgId !== null && chooseOrganization(orgId)}>
      {texts.see}
    </LinkButton>
  );
}
