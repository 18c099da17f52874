import { Component, type ReactNode } from 'react';
import { renewMissingParts } from './lazy-part.tsx';

export interface Failure {
  error: unknown;
  /** Draws it again. */
  onRetry: () => void;
}

interface Props {
  /** Draws it again when one of them is another one. */
  content: readonly unknown[];
  renderFailure: (failure: Failure) => ReactNode;
  onFail?: (error: unknown) => void;
  children: ReactNode;
}

interface State {
  failure?: { error: unknown } | undefined;
  /** Undefined until it is known. */
  failedWith?: readonly unknown[] | undefined;
}

/** What cannot be drawn must not take everything around it with it. */
export class Boundary extends Component<Props, State> {
  override state: State = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ failedWith: this.props.content });
    renewMissingParts();
    this.props.onFail?.(error);
  }

  override componentDidUpdate(): void {
    if (this.state.failure && !this.#hasFailed()) this.#forget();
  }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error }, failedWith: undefined };
  }

  readonly #forget = () => this.setState({ failure: undefined, failedWith: undefined });

  #hasFailed(): boolean {
    const { failure, failedWith } = this.state;
    return failure !== undefined && (failedWith === undefined || isSame(failedWith, this.props.content));
  }

  override render(): ReactNode {
    const { renderFailure, children } = this.props;
    return this.#hasFailed() ? renderFailure({ error: this.state.failure!.error, onRetry: this.#forget }) : children;
  }
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, index) => Object.is(each, now[index]));
}
