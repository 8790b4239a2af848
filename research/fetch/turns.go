package fetch

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Turns keep requests from crowding a host, and the server from opening too
// many connections.
type turns struct {
	each  int64
	total *semaphore.Weighted

	mu    sync.Mutex
	hosts map[string]*queue
}

// A queue is the turns of one host and how many hold or want one.
type queue struct {
	*semaphore.Weighted
	users int
}

func newTurns(each, total int64) *turns {
	return &turns{each: each, total: semaphore.NewWeighted(total), hosts: map[string]*queue{}}
}

// take waits for a turn at host. The turn ends when done is called, once.
// It waits for the host first: who waits for a busy host keeps no one else out.
func (t *turns) take(ctx context.Context, host string) (done func(), err error) {
	q := t.join(host)
	if err := q.Acquire(ctx, 1); err != nil {
		t.leave(host, q)
		return nil, err
	}
	if err := t.total.Acquire(ctx, 1); err != nil {
		q.Release(1)
		t.leave(host, q)
		return nil, err
	}
	return func() {
		t.total.Release(1)
		q.Release(1)
		t.leave(host, q)
	}, nil
}

func (t *turns) join(host string) *queue {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.hosts[host]
	if q == nil {
		q = &queue{Weighted: semaphore.NewWeighted(t.each)}
		t.hosts[host] = q
	}
	q.users++
	return q
}

func (t *turns) leave(host string, q *queue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(t.hosts, host)
	}
}
