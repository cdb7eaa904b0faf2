import torch
torch.manual_seed(0)
for n,c,i in ((6,3,0),(20,5,0),(8,4,7),(8,4,40)):
    x=torch.randn(n,c,i) if i else torch.randn(n,c)
    x=x.bfloat16()
    for w in (None, torch.rand(c).bfloat16()):
        rm=torch.zeros(c).bfloat16(); rv=torch.ones(c).bfloat16()
        y=torch.nn.functional.batch_norm(x,rm,rv,w,w,True,0.1,1e-5)
        print(y.flatten()[:12].tolist()); print(rm.tolist(),rv.tolist())
        y=torch.nn.functional.batch_norm(x,rm,rv,w,w,False,0.1,1e-5)
        print(y.flatten()[:12].tolist())
try:
    print(torch.nn.functional.batch_norm(x,torch.zeros(4),torch.ones(4),None,None,True).flatten()[:5])
except Exception as e: print(e)

torch.manual_seed(0)

N, L, E, H = 2, 6, 8, 2
D=4
x = torch.randn(N, L, E); Wq=torch.randn(H,E,D)
xb = x.bfloat16()
print(torch.einsum('nle,nke->nlk', xb, xb)[0])
print(torch.einsum('bij,bjk->bik', xb, xb.transpose(1, 2))[1])
print(torch.einsum('nle,hed->nhld', xb, Wq.bfloat16())[0, 0])
print(torch.einsum('ij,ij->i', xb[0], xb[0]), torch.einsum('i,i->', xb[0, 0], xb[0, 0]))
print(torch.einsum('i,j->ij', xb[0,0], xb[0,1]))
print(torch.einsum('ij,ij->ij', xb[0], xb[1]), torch.einsum('ij->i', xb[0]))
q=torch.randn(2,2,7,16).bfloat16()
print(torch.einsum('nhqd,nhkd->nhqk', q, q)[0,0])
print(torch.einsum('bn,anm,bm->ba', torch.randn(2, 5).bfloat16(), torch.randn(3, 5, 4).bfloat16(), torch.randn(2, 4).bfloat16()))
a=torch.randn(3,4).bfloat16().requires_grad_()
print(torch.einsum('ij,kj->ik', a, a), torch.einsum('ij,kj', a, a))
