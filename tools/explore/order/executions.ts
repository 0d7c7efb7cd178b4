/** What n8n keeps of the executions around the node: their ids, when it set them up, who called whom. */
import type { IExecutionContext, ITaskData, RelatedExecution } from 'n8n-workflow';

import type { RunSettings } from './nodeRun';

interface Level {
	id: string;
	establishedAt: number;
}

/** What n8n's crash recovery writes of a node that had begun, and of one that had ended. */
export const INVENTED: Record<'begun' | 'ended', ITaskData> = {
	begun: task({ executionStatus: 'crashed' }),
	ended: task({
		executionStatus: 'success',
		data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
	}),
};

/** A run that has really been. */
export const REAL: ITaskData = task({ executionStatus: 'success', data: { main: [[{ json: {} }]] } });

function task(more: Partial<ITaskData>): ITaskData {
	return { startTime: 0, executionIndex: 0, executionTime: 0, source: [null], ...more };
}

/** The outermost execution first; the last one runs the node. */
export class Executions {
	private count = 0;
	private readonly levels: Level[] = [];
	isRetry = false;

	constructor(
		private readonly callers: number,
		private readonly now: () => number,
	) {
		this.callFrom(0);
	}

	/** A new run of the outermost workflow. */
	start(): void {
		this.isRetry = false;
		this.callFrom(0);
	}

	/** "Retry execution": another id, the same instant. */
	retry(): void {
		const { establishedAt } = this.level(0);
		this.isRetry = true;
		this.callFrom(0);
		this.level(0).establishedAt = establishedAt;
	}

	/** The caller at that level calls: everything below it is set up anew. */
	callFrom(level: number): void {
		for (let at = level; at <= this.callers; at += 1) {
			this.count += 1;
			this.levels[at] = { id: String(this.count), establishedAt: this.now() };
		}
	}

	/** For the context of the node. */
	get settings(): Pick<RunSettings, 'mode' | 'executionId' | 'executionContext' | 'parentExecution'> {
		const own = this.callers;
		return {
			mode: own > 0 ? 'integrated' : this.isRetry ? 'retry' : 'trigger',
			executionId: this.level(own).id,
			executionContext: this.contextOf(own),
			parentExecution: own === 0 ? undefined : this.related(own - 1),
		};
	}

	private related(level: number): RelatedExecution {
		const { id } = this.level(level);
		return { executionId: id, workflowId: `workflow ${level}`, executionContext: this.contextOf(level) };
	}

	/** n8n names the caller of a called execution by its id alone. */
	private contextOf(level: number): IExecutionContext {
		const { establishedAt } = this.level(level);
		if (level === 0) return { version: 1, establishedAt, source: 'trigger' };
		const parentExecutionId = this.level(level - 1).id;
		return { version: 1, establishedAt, source: 'integrated', parentExecutionId };
	}

	private level(level: number): Level {
		const found = this.levels[level];
		if (found === undefined) throw new Error(`There is no execution at level ${level}`);
		return found;
	}

	state(): unknown {
		// Of the others, no key is made.
		return [this.isRetry, this.levels.map(({ id }) => id), this.level(0).establishedAt];
	}
}
